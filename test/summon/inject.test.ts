import { describe, expect, it } from 'vitest';
import { overlordFormation } from '../../src/army/overlord.ts';
import { usualPauses } from '../../src/army/formation.ts';
import type { WakeFailure } from '../../src/errors.ts';
import { openMemoryStore } from '../../src/store/memory.ts';
import { giveRituals, type Injection } from '../../src/summon/inject.ts';
import type { Progress } from '../../src/summon/parts.ts';
import { fakeClock } from '../support/time.ts';

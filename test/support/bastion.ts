import { formationSchema, type Formation } from '../../src/army/formation.ts';

/** A bastion of so many specialists, with everything turned on. */
export const bastionOf = (
  specialists: number,
  more: Partial<Pick<Formation, 'toolsets' | 'language'>> = {},
): Formation =>
  formationSchema.parse({
    name: 'bastion',
    toolsets: ['messaging', 'board', 'knowledge'],
    roles: [
      { role: 'envoy', duty: 'envoy' },
      { role: 'marshall', duty: 'marshall' },
      ...Array.from({ length: specialists }, (_, i) => ({
        role: `specialist_${i + 1}`,
        duty: 'specialist',
      })),
    ],
    ...more,
  });

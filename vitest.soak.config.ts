import { defineConfig } from 'vitest/config';
import { commandsForVite } from './scripts/command-modules.mjs';
import { yamlForVite } from './scripts/yaml-module.mjs';

/** The same protocol tests, for as long as wanted. */
export default defineConfig({
  plugins: [yamlForVite, commandsForVite],
  test: {
    include: ['test/property/**/*.test.ts', 'test/processes/storm.test.ts'],
    env: { OVLD_PROPERTY_RUNS: '20000', OVLD_STORM_ROUNDS: '20' },
    testTimeout: 3_600_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
});

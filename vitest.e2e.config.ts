import { defineConfig } from 'vitest/config';
import { commandsForVite } from './scripts/command-modules.mjs';
import { yamlForVite } from './scripts/yaml-module.mjs';

export default defineConfig({
  plugins: [yamlForVite, commandsForVite],
  test: {
    include: ['test/e2e/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // Most of a test here is waiting: two at a time keep two cores busy.
    maxWorkers: 2,
  },
});

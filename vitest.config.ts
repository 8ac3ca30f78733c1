import { defineConfig } from 'vitest/config';
import { commandsForVite } from './scripts/command-modules.mjs';
import { yamlForVite } from './scripts/yaml-module.mjs';

export default defineConfig({
  plugins: [yamlForVite, commandsForVite],
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/e2e/**', '**/node_modules/**'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 3,
  },
});

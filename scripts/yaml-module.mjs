// Lets source import a YAML file as plain data, so that a relay needs no YAML parser at its start.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

const YAML = /\.ya?ml$/;

/** For esbuild: the bundle holds the document as JSON. */
export const yamlForEsbuild = {
  name: 'yaml-module',
  setup({ onLoad }) {
    onLoad({ filter: YAML }, ({ path }) => ({
      contents: JSON.stringify(parse(readFileSync(path, 'utf8'))),
      loader: 'json',
    }));
  },
};

/** The same for Vite, and with it for the tests. */
export const yamlForVite = {
  name: 'yaml-module',
  transform(text, id) {
    if (!YAML.test(id)) return null;
    return { code: `export default ${JSON.stringify(parse(text))};`, map: null };
  },
};

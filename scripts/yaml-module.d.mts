export declare const yamlForVite: import('vite').Plugin;

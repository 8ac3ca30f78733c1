export declare const commandsForVite: import('vite').Plugin;

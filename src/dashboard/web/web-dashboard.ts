import { loadAssets } from './assets.ts';
import { keepToken } from './kept-token.ts';
import { openWebDashboard, type WebDashboard, type WebParts } from './server.ts';

/** The whole of it, with the page as the build left it in that folder: a bundle of its own. */
export const openFrom = async (
  pageDir: string,
  relayDir: string,
  parts: Omit<WebParts, 'assets' | 'token'>,
): Promise<WebDashboard> =>
  openWebDashboard({
    ...parts,
    assets: await loadAssets(pageDir),
    token: (port) => keepToken(relayDir, port),
  });

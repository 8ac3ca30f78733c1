import { loadAssets } from './assets.ts';
import { openWebDashboard, type WebDashboard, type WebParts } from './server.ts';

/** The whole of it, with the page as the build left it in that folder: a bundle of its own. */
export const openFrom = async (
  dir: string,
  parts: Omit<WebParts, 'assets'>,
): Promise<WebDashboard> => openWebDashboard({ ...parts, assets: await loadAssets(dir) });

import { styleText } from 'node:util';

export type Style = Parameters<typeof styleText>[0];
export type Paint = (style: Style, text: string) => string;

/** The caller decides whether there are colours: styleText must not decide it again by a stream. */
export const paints = (coloured: boolean): Paint =>
  coloured ? (style, text) => styleText(style, text, { validateStream: false }) : (_, text) => text;

/** Writes a line to stderr; never to stdout, which belongs to the protocol. */
export type Log = (line: string) => void;

export const stderrLog =
  (prefix: string): Log =>
  (line) => {
    process.stderr.write(`${prefix}${printable(line)}\n`);
  };

/** Foreign text, safe to show: control characters become their Unicode pictures. */
export const printable = (text: string): string =>
  text.replaceAll(/[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, (c) => {
    const code = c.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\ufffd';
  });

/** The same of a text of several lines, each by itself. */
export const printableLines = (text: string): string[] =>
  text.split(/\r\n?|\n/).map((line) => printable(line));

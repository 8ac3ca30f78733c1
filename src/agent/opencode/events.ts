import { StringDecoder } from 'node:string_decoder';

/** More than an event that matters ever has: one with more is passed over. */
const MOST_CHARACTERS = 1_048_576;

/** The data of server-sent events, one after the other. */
export async function* eventsOf(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let [line, data, isTooLong] = ['', '', false];
  const add = (text: string): void => {
    line += text;
    if (line.length + data.length <= MOST_CHARACTERS) return;
    // A comment, which is not the empty line that ends an event.
    [line, data, isTooLong] = [':', '', true];
  };
  for await (const chunk of stream) {
    const [first = '', ...rest] = decoder.write(chunk).split('\n');
    add(first);
    for (const next of rest) {
      const whole = line.replace(/\r$/, '');
      if (whole === '') {
        if (data !== '' && !isTooLong) yield data;
        [data, isTooLong] = ['', false];
      } else if (whole.startsWith('data:') && !isTooLong) data += whole.slice('data:'.length);
      line = '';
      add(next);
    }
  }
}

import { Box, Text, useInput } from 'ink';
import { useMemo, useSyncExternalStore } from 'react';
import type { Controller } from './controller.ts';
import { keyReader } from './key.ts';
import { painted } from './line.ts';

/**
 * The dashboard for Ink: keys go to the controller, its frame comes back as rows. Each row is one text of
 * the whole width, so what a terminal counts otherwise than we do moves nothing but its own row's end.
 */
export function App({ controller, colour }: { controller: Controller; colour: boolean }) {
  const { lines } = useSyncExternalStore(controller.subscribe, controller.frame);
  const read = useMemo(keyReader, []);
  useInput((input, key) => {
    for (const one of read(input, key)) controller.press(one);
  });
  return (
    <Box flexDirection="column">
      {lines.map((row, i) => (
        <Text key={i} wrap="truncate">
          {painted(row, colour) || ' '}
        </Text>
      ))}
    </Box>
  );
}

import type { Picture } from '../../src/lookout/picture.ts';
import { boardPicture, somePicture } from './fake-lookout.ts';

/** A bastion of fourteen, in every state a role can be in. */
export function largePicture(): Picture {
  const picture = boardPicture();
  const states = somePicture().roles;
  const names = Array.from({ length: 12 }, (_, i) => `specialist_${i + 1}`);
  const [envoy, marshall] = picture.roles;
  return {
    ...picture,
    roles: [
      { ...states[0]!, ...envoy!, agent: 'busy', status: 'working', task: 'Say what is wanted' },
      { ...marshall!, commands: names },
      ...names.map((role, i) => ({
        ...states[i % states.length]!,
        role,
        title: { en: 'Specialist', ja: '専門家' },
        commands: [],
      })),
    ],
  };
}

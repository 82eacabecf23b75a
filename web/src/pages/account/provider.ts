import { send } from '../../api/write';
import { Problem } from '../../api/problem';
import { leaveFor } from '../../live/unsaved';

/** What is kept of a sign-in at a provider until the browser comes back; another tab or site does not see it. */
export interface Errand {
  provider: string;
  verifier: string;
  nonce: string;
  /** The page to lead to afterwards. */
  to: string;
  /** `confirm`: the person is signed in and shows once more who they are. */
  purpose: 'sign_in' | 'confirm';
  /** The account has a second factor: its code is asked for before the provider's is redeemed, since that works once. */
  asksForCode: boolean;
}

type Asked = Partial<Pick<Errand, 'to' | 'purpose' | 'asksForCode'>> & ({ provider: string } | { email: string });

export const redirectUri = () => `${location.origin}/signed-in`;
const keyOf = (state: string) => `quarry-provider-${state}`;

/** Sends the browser to a provider, by its key or by the domain of an email address. */
export async function goToProvider({
  to = '/',
  purpose = 'sign_in',
  asksForCode = false,
  ...by
}: Asked): Promise<void> {
  if (!crypto.subtle)
    throw new Problem(0, 'insecure', 'A sign-in at a provider needs an address that begins with https.', null, {});
  const [verifier, state, nonce] = [random(), random(), random()];
  const { provider, authorization_url } = await send('post', {
    path: '/auth/authorize',
    body: {
      ...by,
      redirect_uri: redirectUri(),
      state,
      nonce,
      code_challenge: await challengeOf(verifier),
      ...(purpose === 'confirm' ? { fresh: true } : {}),
    },
  });
  const errand: Errand = { provider, verifier, nonce, to, purpose, asksForCode };
  sessionStorage.setItem(keyOf(state), JSON.stringify(errand));
  leaveFor(authorization_url);
}

/** What the browser was sent off for, once: a second answer of the same state is nobody's. */
export function errandOf(state: string): Errand | null {
  const kept = sessionStorage.getItem(keyOf(state));
  sessionStorage.removeItem(keyOf(state));
  return kept ? (JSON.parse(kept) as Errand) : null;
}

/** 256 random bits (RFC 7636 takes 43 to 128 characters). */
function random(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)));
}

async function challengeOf(verifier: string): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

import type { Problem } from '../api/problem';
import { moduleName } from './names';

/** A way on, out of a state that shows no figures. */
export interface Way {
  label: string;
  href?: string;
  /** Asks again. */
  again?: boolean;
}

/** What a reader is told where figures would stand. */
export interface Told {
  kind: 'empty' | 'trouble';
  title: string;
  text: string;
  ways: Way[];
  /** The chains of which one has to be chosen; every chain where the list is empty. */
  chains?: string[];
}

const again: Way = { label: 'Try again', again: true };
const status: Way = { label: 'Look at the status', href: '/status' };
/** Leads back to where the reader is. */
const signIn = (): Way => ({
  label: 'Sign in',
  href: `/sign-in?to=${encodeURIComponent(globalThis.location ? location.pathname + location.search : '/')}`,
});
const home: Way = { label: 'Go to the start', href: '/' };

export const unknownPage = (path: string): Told => ({
  kind: 'empty',
  title: 'There is no page here',
  text: `Nothing is at ${path}. The address may be mistyped, or the page has moved.`,
  ways: [home],
});

/** A part of the application that did not come, or failed in the browser. */
export const notLoaded = (what: string): Told => ({
  kind: 'trouble',
  title: `${what} could not be loaded`,
  text: 'The service was updated, or the connection broke.',
  ways: [{ label: 'Load it again', again: true }],
});
export const failedHere: Told = {
  kind: 'trouble',
  title: 'This page failed',
  text: 'An error of the application stopped it in your browser. The data are not touched.',
  ways: [{ label: 'Load it again', again: true }, home],
};

export const switchedOff = (name: string): Told => ({
  kind: 'empty',
  title: `${name} is switched off`,
  text: 'Staff of this deployment have switched this part off. The page comes back by itself when it is switched on again.',
  ways: [home, status],
});

/** Refusals whose detail names operations, in words for people. */
const FOR_PEOPLE: Record<string, string> = {
  invalid_credentials:
    'The email or the password is wrong. If you do not know your password any more, ask for a new one.',
  provider_sign_in_failed:
    'The provider did not confirm a person who may sign in here by a verified email address. ' +
    'Begin again, or ask the people who run the provider.',
  unknown_provider: 'No organization signs people of this address in at a provider.',
  not_fresh:
    'The provider does not say that you signed in there just now. Begin again, or give a code of your authenticator.',
};

/** What a form says of a refusal that stands at no field. */
export const sentenceOf = (problem: Problem, otherwise = problem.detail): string =>
  FOR_PEOPLE[problem.code] ?? otherwise;

/** The sentence for an answer of refusal, and the way on from it; `ofChain` where the page's address may name the chain. */
export function told(problem: Problem, ofChain = false): Told {
  const { status: code, detail } = problem;
  if (problem.code === 'module_disabled')
    return switchedOff(moduleName(String(problem.members['module'] ?? 'This part')));
  if (code === 401) {
    return {
      kind: 'empty',
      title: 'Sign in to see this',
      text: detail || 'Your session has ended, or you have not signed in yet.',
      ways: [signIn(), home],
    };
  }
  if (code === 403) {
    return {
      kind: 'empty',
      title: 'This is not open to you',
      text: detail || 'Your account may not see this.',
      ways: [home],
    };
  }
  if (code === 404)
    return {
      kind: 'empty',
      title: 'Nothing is here',
      text: detail || 'This does not exist, or exists no more.',
      ways: [home],
    };
  const { parameter, chains, store } = problem.members;
  if (ofChain && parameter === 'chain') {
    return {
      kind: 'empty',
      title: 'Of which chain?',
      text: 'The address of this page names no chain that fits, and several may have this. Choose the one that you mean.',
      ways: [home],
      chains: Array.isArray(chains) ? chains.map(String) : [],
    };
  }
  if (code === 422 || code === 400) {
    return { kind: 'empty', title: 'This address cannot be read', text: detail, ways: [home] };
  }
  if (code === 429) {
    return {
      kind: 'trouble',
      title: 'Too many requests',
      text: detail || 'This address has asked too often. Wait a moment.',
      ways: [again],
    };
  }
  if (code === 503 && store === 'warehouse') {
    return {
      kind: 'trouble',
      title: 'The warehouse is down',
      text: `${detail} The figures on this page are read from it.`,
      ways: [again, status],
    };
  }
  if (code === 503 && store === 'app_store') {
    return {
      kind: 'trouble',
      title: 'The store of accounts is down',
      text: `${detail} Public figures that need no account still answer.`,
      ways: [again, status],
    };
  }
  if (code === 503)
    return { kind: 'trouble', title: 'This part does not answer now', text: detail, ways: [again, status] };
  if (code === 0) return { kind: 'trouble', title: 'No connection', text: detail, ways: [again] };
  return {
    kind: 'trouble',
    title: 'Something went wrong',
    text: detail || `The service answered with status ${code}.`,
    ways: [again, status],
  };
}

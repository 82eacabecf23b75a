import type { PagesByKey } from './page';

/** Signing in, one's own account, and organizations. */
export const accountPages: PagesByKey = {
  sign_in: () => import('../pages/account/SignIn.svelte'),
  signed_in: () => import('../pages/account/SignedIn.svelte'),
  recovery: () => import('../pages/account/Recovery.svelte'),
  invitation: () => import('../pages/account/Invitation.svelte'),
  account: () => import('../pages/account/Profile.svelte'),
  'account.security': () => import('../pages/account/Security.svelte'),
  'account.sessions': () => import('../pages/account/Sessions.svelte'),
  'account.data': () => import('../pages/account/Data.svelte'),
  organizations: () => import('../pages/account/Organizations.svelte'),
  'organizations.organization': () => import('../pages/account/Members.svelte'),
  'organizations.keys': () => import('../pages/account/Keys.svelte'),
  'organizations.webhooks': () => import('../pages/account/Webhooks.svelte'),
  'organizations.webhook': () => import('../pages/account/Webhook.svelte'),
  'organizations.domain': () => import('../pages/account/Domain.svelte'),
  'organizations.sign_on': () => import('../pages/account/SignOn.svelte'),
  'organizations.audit': () => import('../pages/account/Audit.svelte'),
};

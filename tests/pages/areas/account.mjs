/** The pages of the area `account`, as `pages.mjs` describes them; `ask(path, who)` asks the API as a person of the sample. */
export async function account(ask) {
  const own = await ask('/session/account', 'admin');
  const institution = own.organizations.find((one) => one.kind === 'institution');
  const body = await ask(`/session/organizations/${institution.id}`, 'admin');
  const at = `/organizations/${institution.id}`;
  const keys = (await ask(`/session/organizations/${institution.id}/api_keys`, 'admin')).api_keys;
  return [
    { name: 'sign-in', path: '/sign-in', shows: 'Sign in at your organization' },
    { name: 'signed-in', path: '/signed-in', shows: 'Nothing was begun here' },
    { name: 'recovery', path: '/recovery', shows: 'Send the letter' },
    { name: 'recovery-of-a-letter', path: `/#recovery=${'a'.repeat(43)}`, shows: 'Set the password' },
    { name: 'invitation', path: `/#invitation=${'a'.repeat(43)}`, shows: 'Accept and sign in' },
    { name: 'account-profile', strange: true, as: 'admin', path: '/account', shows: own.profile.email },
    { name: 'account-security', as: 'admin', path: '/account/security', shows: 'Set up a second factor' },
    { name: 'account-sessions', strange: true, as: 'admin', path: '/account/sessions', shows: own.sessions[0].address },
    { name: 'account-data', strange: true, as: 'admin', path: '/account/data', shows: own.deletion.kept_back[0].reason },
    { name: 'organizations', strange: true, as: 'member', path: '/organizations', shows: institution.name },
    { name: 'organization', strange: true, as: 'member', path: at, shows: body.members.at(-1).name },
    { name: 'organization-members', strange: true, as: 'admin', path: at, shows: body.members[0].email },
    { name: 'organization-keys', strange: true, as: 'admin', path: `${at}/keys`, shows: keys.at(-1).hint },
    { name: 'organization-webhooks', as: 'admin', path: `${at}/webhooks`, shows: 'events are sent as they happen' },
    { name: 'organization-domain', as: 'admin', path: `${at}/domain`, shows: 'Name of the organization' },
    { name: 'organization-sign-on', as: 'admin', path: `${at}/single-sign-on`, shows: '/signed-in' },
    { name: 'organization-audit', strange: true, as: 'admin', path: `${at}/audit`, shows: 'Audit log' },
  ];
}

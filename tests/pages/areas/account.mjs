/** The pages of the area `account`, as `pages.mjs` describes them; `ask(path, who)` asks the API as a person of the sample. */
export async function account(ask) {
  const own = await ask('/session/account', 'admin');
  const institution = own.organizations.find((one) => one.kind === 'institution');
  const body = await ask(`/session/organizations/${institution.id}`, 'admin');
  const at = `/organizations/${institution.id}`;
  const keys = (await ask(`/session/organizations/${institution.id}/api_keys`, 'admin')).api_keys;
  const webhook = await endpoint(ask, institution.id);
  return [
    { name: 'sign-in', path: '/sign-in', shows: 'Sign in at your organization', by: 'account.mjs' },
    { name: 'signed-in', path: '/signed-in', shows: 'Nothing was begun here', uses: [{ on: 'To the sign-in', leads: '/sign-in' }] },
    { name: 'recovery', path: '/recovery', shows: 'Send the letter', uses: [{ on: 'Email of your account', type: 'nobody@people.example', says: 'Look at your mail' }] },
    { name: 'recovery-of-a-letter', path: `/#recovery=${'a'.repeat(43)}`, shows: 'Set the password', arrives: '/recovery' },
    { name: 'invitation', path: `/#invitation=${'a'.repeat(43)}`, shows: 'Accept and sign in', arrives: '/invitation', by: 'account.mjs' },
    { name: 'account-profile', strange: true, as: 'admin', path: '/account', shows: own.profile.email, by: 'actions.mjs' },
    { name: 'account-security', as: 'admin', path: '/account/security', shows: 'Set up a second factor', by: 'account.mjs' },
    { name: 'account-sessions', strange: true, as: 'admin', path: '/account/sessions', shows: own.sessions[0].address, by: 'actions.mjs' },
    { name: 'account-data', strange: true, as: 'admin', path: '/account/data', shows: own.deletion.kept_back[0].reason, by: 'account.mjs' },
    { name: 'organizations', strange: true, as: 'member', path: '/organizations', shows: institution.name, by: 'account.mjs' },
    { name: 'organization', strange: true, as: 'member', path: at, shows: body.members.at(-1).name, by: 'account.mjs' },
    { name: 'organization-members', strange: true, as: 'admin', path: at, shows: body.members[0].email },
    { name: 'organization-keys', strange: true, as: 'admin', path: `${at}/keys`, shows: keys.at(-1).hint, by: 'account.mjs' },
    { name: 'organization-webhooks', strange: true, as: 'admin', path: `${at}/webhooks`, shows: 'events are sent as they happen', by: 'actions.mjs' },
    { name: 'organization-webhook', strange: ['url'], as: 'admin', path: `${at}/webhooks/${webhook.id}`, shows: webhook.url, by: 'actions.mjs' },
    { name: 'organization-domain', strange: true, as: 'admin', path: `${at}/domain`, shows: 'Name of the organization', by: 'actions.mjs' },
    { name: 'organization-sign-on', strange: true, as: 'admin', path: `${at}/single-sign-on`, shows: '/signed-in', by: 'actions.mjs' },
    { name: 'organization-audit', strange: true, as: 'admin', path: `${at}/audit`, shows: 'Audit log', by: 'actions.mjs' },
  ];
}

/** An endpoint of the organization; where there is none yet, one is added and switched off, so that nothing is sent to it. */
async function endpoint(ask, organization) {
  const at = `/session/organizations/${organization}/webhooks`;
  const { webhooks } = await ask(at, 'admin');
  if (webhooks.length) return webhooks[0];
  // Of the part of the internet that is given to nobody.
  const { webhook } = await ask(at, 'admin', { method: 'POST', body: { url: 'https://[2d00::1]/walk', events: ['data_export.ready'] } });
  await ask(`${at}/${webhook.id}`, 'admin', { method: 'PATCH', body: { enabled: false } });
  return webhook;
}

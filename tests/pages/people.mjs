// The people of the sample, signed in as a browser is: PEOPLE='{"member":{"email":"…","password":"…"},"staff":{…}}'

const people = JSON.parse(process.env.PEOPLE ?? '{}');
const client = { 'x-service-client': 'quarry-web' };

function credentials(who) {
  const known = people[who];
  if (!known) throw new Error(`PEOPLE does not name ${who}`);
  return { grant_type: 'password', ...known };
}

/** Signs a browser's context in; its pages are that person's from then on. */
export async function signIn(context, base, who) {
  const answer = await context.request.post(`${base}/auth/exchange`, { headers: client, data: credentials(who) });
  if (!answer.ok()) throw new Error(`${who} is not signed in: ${answer.status()} ${await answer.text()}`);
}

export const emailOf = (who) => credentials(who).email;
export const passwordOf = (who) => credentials(who).password;

/** Asks the API as somebody: `ask('/session/library', 'member')`, and changes it: `ask(path, who, { method: 'POST', body })`. */
export function askerAs(base) {
  const sessions = new Map();
  const session = (who) => {
    const begun = sessions.get(who) ?? begin(base, who);
    sessions.set(who, begun);
    return begun;
  };
  return async (path, who, { method = 'GET', body } = {}) => {
    const { cookie, token } = await session(who);
    const response = await fetch(`${base}${path}`, {
      method,
      headers: { cookie, ...client, ...(method === 'GET' ? {} : { 'x-csrf-token': token, 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path} answers ${who} ${response.status}: ${await response.text()}`);
    return response.status === 204 ? null : response.json();
  };
}

async function begin(base, who) {
  const response = await fetch(`${base}/auth/exchange`, {
    method: 'POST',
    headers: { ...client, 'content-type': 'application/json' },
    body: JSON.stringify(credentials(who)),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${who} is not signed in: ${JSON.stringify(answer)}`);
  const cookie = response.headers.getSetCookie().map((one) => one.split(';')[0]).join('; ');
  return { cookie, token: answer.viewer.csrf_token };
}

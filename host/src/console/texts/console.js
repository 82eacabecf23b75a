"use strict";

// The page keeps no state but what the host says: after each write it asks again.
const { basePath, serviceClient } = document.body.dataset;
const element = (id) => document.getElementById(id);
let csrfToken = "";

async function ask(method, path, body, headers = {}) {
  const response = await fetch(basePath + path, {
    method,
    credentials: "same-origin",
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(method === "GET" ? {} : { "x-csrf-token": csrfToken }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const answer = response.status === 204 ? {} : await response.json();
  if (!response.ok) {
    const error = new Error(answer.detail ?? `The host answered ${response.status}.`);
    error.code = answer.code ?? answer.error;
    throw error;
  }
  return answer;
}

function say(text) {
  element("message").textContent = text;
}

function cell(row, text, isHead = false) {
  const added = document.createElement(isHead ? "th" : "td");
  if (isHead) added.scope = "row";
  added.textContent = text;
  row.append(added);
  return added;
}

function total(components, figure) {
  return components.reduce((sum, component) => sum + component.figures[figure], 0);
}

function moduleRow(module) {
  const row = document.createElement("tr");
  row.dataset.module = module.id;
  cell(row, module.name, true);
  cell(row, module.enabled ? "on" : "off");
  const names = module.components.map((component) => `${component.name} ${component.version} (${component.state})`);
  cell(row, names.join(", ") || "none");
  cell(row, String(total(module.components, "calls")));
  cell(row, String(total(module.components, "faults")));
  cell(row, (total(module.components, "cpu_microseconds") / 1000).toFixed(1));
  const by = module.changed_by ? ` by ${module.changed_by}` : "";
  const why = module.reason ? `: ${module.reason}` : "";
  cell(row, module.changed_at ? `${module.changed_at}${by}${why}` : "never");
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = module.enabled ? "Switch off" : "Switch on";
  button.setAttribute("aria-label", `${button.textContent}: ${module.name}`);
  button.addEventListener("click", () => tried(() => switchModule(module)));
  cell(row, "").append(button);
  return row;
}

async function switchModule(module) {
  const reason = element("reason").value.trim();
  const wanted = { enabled: !module.enabled, ...(reason ? { reason } : {}) };
  const answer = await ask("PATCH", `/session/admin/modules/${encodeURIComponent(module.id)}/toggle`, wanted);
  element("reason").value = "";
  await showModules();
  say(`${answer.module.name} is ${answer.module.enabled ? "on" : "off"}.`);
  document.querySelector(`[data-module="${CSS.escape(module.id)}"] button`)?.focus();
}

async function showModules() {
  const { modules } = await ask("GET", "/session/admin/modules");
  element("module-rows").replaceChildren(...modules.map(moduleRow));
  element("modules").hidden = false;
}

async function showKeys() {
  const organization = element("organization").value;
  const path = `/session/organizations/${organization}/api_keys`;
  const keys = [];
  for (let cursor = ""; cursor !== null; ) {
    const page = await ask("GET", cursor === "" ? path : `${path}?cursor=${encodeURIComponent(cursor)}`);
    keys.push(...page.api_keys);
    cursor = page.next_cursor;
  }
  const rows = keys.map((key) => {
    const row = document.createElement("tr");
    cell(row, key.name, true);
    for (const text of [`…${key.hint}`, key.scopes.join(", "), key.state, key.minted_by, key.created_at]) {
      cell(row, text);
    }
    return row;
  });
  element("key-rows").replaceChildren(...rows);
}

async function showOrganizations() {
  const { organizations } = await ask("GET", "/session/organizations");
  const managed = organizations.filter(({ role, status }) => role !== "member" && status === "active");
  element("organization").replaceChildren(...managed.map(({ id, name }) => new Option(name, id)));
  element("keys").hidden = managed.length === 0;
  if (managed.length > 0) await showKeys();
}

async function show() {
  const session = await ask("GET", "/session");
  csrfToken = session.csrf_token;
  element("sign-in").hidden = session.signed_in;
  element("viewer").hidden = !session.signed_in;
  element("modules").hidden = true;
  element("keys").hidden = true;
  if (!session.signed_in) return;
  element("viewer-name").textContent = `${session.user.name} (${session.user.email})`;
  if (session.permissions.includes("modules_manage")) await showModules();
  await showOrganizations();
}

async function tried(work) {
  try {
    say("");
    await work();
  } catch (error) {
    say(error.message);
    if (error.code === "sign_in_required") await show();
  }
}

element("sign-in").addEventListener("submit", (event) => {
  event.preventDefault();
  const fields = new FormData(event.target);
  tried(async () => {
    const otp = String(fields.get("otp")).trim();
    const sent = { grant_type: "password", email: fields.get("email"), password: fields.get("password") };
    await ask("POST", "/auth/exchange", { ...sent, ...(otp ? { otp } : {}) }, { "x-service-client": serviceClient });
    event.target.reset();
    await show();
  });
});
element("sign-out").addEventListener("click", () =>
  tried(async () => {
    await ask("POST", "/auth/logout", undefined, { "x-service-client": serviceClient });
    await show();
  }),
);
element("organization").addEventListener("change", () => tried(showKeys));
tried(show);

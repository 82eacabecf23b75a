// `GET /notes-in-javascript/notes`

import { query } from 'quarry:plugin/app-store@0.3.0';
import { emit } from 'quarry:plugin/log@0.3.0';

/** The organization's notes, page by page. The rows stay in the host, which writes them, the page's members and the cursor. */
export function listNotes(request) {
  const [start] = request.parameters;
  const notes = select('notes', start.tag === 'null' ? [] : [['start', start]]);
  const pieces = [
    { tag: 'text', val: '{' },
    { tag: 'page-members' },
    { tag: 'text', val: ',"notes":' },
    { tag: 'rows', val: notes },
    { tag: 'text', val: '}' },
  ];
  return { status: 200, body: { tag: 'json', val: pieces }, pinned: [], headers: [] };
}

/** Runs a declared statement; a failure becomes the published refusal. */
function select(statement, bindings) {
  try {
    return query(statement, bindings);
  } catch (error) {
    throw problem(error.payload ?? error);
  }
}

function problem(failure) {
  if (['unavailable', 'deadline-exceeded', 'limit-exceeded'].includes(failure.tag)) {
    return { status: 503, code: 'data_source_unavailable', detail: failure.val, members: '' };
  }
  // A mistake of this component: its author reads what the host says in the log, and clients do not.
  emit('error', `${failure.tag ?? 'failure'}: ${failure.val ?? failure}`);
  return { status: 503, code: 'plugin_failed', detail: 'The component made a call that failed.', members: '' };
}

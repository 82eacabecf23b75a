// An organization's notes: the read endpoint of `quarry plugin new`, in JavaScript.
//
// The exports of the world `plugin`. Names of WIT become camelCase, variants `{ tag, val }`, an empty option
// `undefined`, and the error of a result is thrown.

import { listNotes } from './list_notes.js';
import { manifest } from './manifest.js';

/** What the component offers and asks for. */
export function describe() {
  return manifest;
}

/** Serves one request of a declared route. */
export function handle(request) {
  if (request.operationId === 'list_notes_in_javascript_notes') {
    return listNotes(request);
  }
  const detail = `This component has no operation ${request.operationId}.`;
  throw { status: 404, code: 'not_found', detail, members: '' };
}

/** Runs a job: this component has no jobs. */
export function runJob(job) {
  throw { tag: 'give-up', val: `this component has no job ${job.name}` };
}

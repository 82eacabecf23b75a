// What the component offers and asks for. The host does everything else that an endpoint needs from this.

import { files } from './files.js';

const note = {
  title: 'Note',
  type: 'object',
  description: "A note of the caller's organization.",
  properties: {
    title: { type: 'string', description: 'Unique in the organization.' },
    text: { type: 'string' },
    written_at: { type: 'string', format: 'date-time' },
  },
  required: ['title', 'text', 'written_at'],
  additionalProperties: false,
};

const notes = {
  title: 'Notes',
  type: 'object',
  properties: {
    count: { type: 'integer', minimum: 0, description: 'Rows in this page.' },
    next_cursor: { type: ['string', 'null'], description: 'Pass it back as `cursor` for the next page; null on the last one.' },
    limit: { type: 'integer', minimum: 1, maximum: 500, description: 'The page size in force.' },
    max_rows: { type: 'integer', const: 500, description: 'The largest page.' },
    // Whose rows these are: the host holds the statement's columns against the note.
    notes: { type: 'array', items: note, description: 'By title.', 'x-rows': ['notes'] },
  },
  required: ['count', 'next_cursor', 'limit', 'max_rows', 'notes'],
  additionalProperties: false,
};

const example = {
  count: 1,
  next_cursor: null,
  limit: 50,
  max_rows: 500,
  notes: [{ title: 'Depeg of March', text: 'Began with a large swap.', written_at: '2026-01-31T12:00:00Z' }],
};

const listNotes = {
  operationId: 'list_notes_in_javascript_notes',
  method: 'get',
  path: '/notes-in-javascript/notes',
  summary: "The organization's notes",
  description: 'Page by page, in the order of their titles.',
  module: undefined,
  access: { tag: 'key', val: 'read' },
  parameters: [
    {
      name: 'start',
      place: 'query',
      required: false,
      kind: { tag: 'text', val: { maxLength: 120 } },
      description: 'The beginning of the title.',
      example: 'Depeg',
    },
  ],
  requestBody: undefined,
  defaultLimit: 50,
  cache: { tag: 'private' },
  rateClass: 'key',
  rateWeight: 1,
  responseSchema: JSON.stringify(notes),
  responseExample: JSON.stringify(example),
  deprecation: undefined,
  responseForm: { tag: 'json' },
  walk: 'forward',
  successStatuses: [],
  refusals: [],
  answerHeaders: [],
  tools: [],
  guard: undefined,
  statements: ['notes'],
  mediaTypes: [],
  readsIfMatch: false,
  writes: undefined,
  answers: 'caller',
  takesRequestKey: false,
};

const migration = files['migrations/0001_notes.sql'];

export const manifest = {
  name: 'notes-in-javascript',
  version: '0.1.0',
  summary: 'Keeps notes for an organization.',
  grants: ['app-store'],
  routes: [listNotes],
  statements: [
    { name: 'notes', store: 'app-store', file: 'sql/notes.sql', sql: files['sql/notes.sql'], dialects: [], unguarded: undefined },
  ],
  migrations: [{ name: '0001_notes', sqlite: migration, postgres: migration }],
  adopts: [],
  jobs: [],
  events: [],
  outboundHosts: [],
  personalData: [],
  notifications: [],
  guards: [],
  scopes: [],
  // A statement that reaches these is held to who is asking, or refused.
  tenantTables: [
    {
      table: 'notes_in_javascript__notes',
      columns: [{ column: 'organization_id', name: 'caller.organization_id', isKey: false }],
    },
  ],
  accountStatements: [],
  erasureRefusals: [],
  datasets: [],
  appendOnlyTables: [],
  settings: [],
};

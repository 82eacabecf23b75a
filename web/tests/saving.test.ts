import assert from 'node:assert/strict';
import { after, before, beforeEach, mock, test } from 'node:test';
import { asks, happens, kept } from './browser';
import { leaveFor, release } from '../src/live/unsaved';
import { viewer } from '../src/live/viewer.svelte';
import { lostOf } from '../src/pages/research/editor/drafts';
import { everythingLeft } from '../src/pages/research/editor/left';
import { Saving } from '../src/pages/research/editor/saving.svelte';
import { savingOf } from '../src/pages/research/editor/savings.svelte';
import { Paper, Service } from './service';

const service = new Service();
async function signIn(person: number) {
  service.person = person;
  await viewer.renew();
}
before(() => {
  service.install();
  mock.timers.enable({ apis: ['setTimeout'] });
});
after(() => mock.timers.reset());

let page = 0;
const begun: Saving[] = [];
beforeEach(async () => {
  Object.assign(service, {
    blocks: [],
    version: 0,
    history: [],
    drafts: [],
    asked: [],
    before: () => null,
    after: () => {},
  });
  kept.clear();
  begun.splice(0).forEach(release);
  service.page = page += 1;
  await signIn(7);
  service.put({
    base_version: 0,
    blocks: ['a', 'b', 'c'].map((body, place) => ({
      id: null,
      key: `k${place}`,
      version: null,
      kind: 'paragraph',
      body,
      attrs: {},
    })),
  });
});

/** Lets everything happen that waits for no clock. */
async function settle() {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
}
/** The clock goes on, and what waited for it happens. */
async function later(seconds: number) {
  for (let passed = 0; passed < seconds * 2; passed += 1) {
    mock.timers.tick(500);
    await settle();
  }
}

async function write() {
  const saving = savingOf(7, { id: page, title: 'Page' });
  begun.push(saving);
  const paper = new Paper().on(() => saving.changed());
  paper.blocks = await saving.open();
  saving.begin(paper.hands);
  return { saving, paper };
}
/** A request is held up until the function that this answers is called. */
function hold(method: string): () => void {
  let go = () => {};
  const gate = new Promise<void>((resolve) => (go = resolve));
  service.before = async (asked) => {
    if (asked === method) await gate;
    return null;
  };
  return () => {
    service.before = () => null;
    go();
  };
}
const down = () => (service.before = () => ({ status: 503, body: { error: 'service_unavailable', detail: '' } }));
const up = () => (service.before = () => null);
test('what is typed while a save runs is saved after it, also where the editor goes meanwhile', async () => {
  const { saving, paper } = await write();
  const go = hold('PUT');
  paper.type(0, ' one');
  void saving.save();
  paper.type(0, ' two');
  saving.end(paper.hands);
  assert.ok(kept.size, 'it is kept in the tab');
  go();
  await later(2);
  assert.deepEqual(service.texts, ['a one two', 'b', 'c']);
  assert.equal(kept.size, 0, 'and not longer than it has to');
  assert.equal(asks(), false);
});

test('a text whose editor has gone is sent until the service takes it, and the tab asks before it closes', async () => {
  const { saving, paper } = await write();
  down();
  paper.type(1, ' kept');
  await saving.save();
  saving.end(paper.hands);
  await later(10);
  assert.ok(asks());
  up();
  await later(31);
  assert.deepEqual(service.texts, ['a', 'b kept', 'c']);
  assert.equal(asks(), false);
});

test('an editor that comes back goes on with what was left, and saves a new block once', async () => {
  const first = await write();
  first.paper.add('new', 'd');
  // The service has it, and its answer is lost.
  service.after = () => Promise.reject(new TypeError('the connection broke'));
  await first.saving.save();
  assert.equal(first.saving.state, 'waiting');
  service.after = () => {};
  down();
  first.saving.end(first.paper.hands);
  await settle();
  up();
  const { saving, paper } = await write();
  assert.deepEqual(paper.texts, ['a', 'b', 'c', 'd']);
  paper.type(3, ' more');
  await later(3);
  assert.equal(saving.state, 'saved');
  assert.deepEqual(service.texts, ['a', 'b', 'c', 'd more']);
});

test('coming back never takes back what others wrote meanwhile', async () => {
  const first = await write();
  down();
  first.paper.type(0, ' mine');
  first.saving.end(first.paper.hands);
  await settle();
  up();
  service.others((blocks) => blocks.map((block) => (block.body === 'b' ? { ...block, body: 'b theirs' } : block)));
  const { saving, paper } = await write();
  await later(3);
  assert.equal(saving.state, 'saved');
  assert.deepEqual(service.texts, ['a mine', 'b theirs', 'c']);
  assert.deepEqual(paper.texts, service.texts);
});

test('coming back to a block that others changed too asks, and keeps both', async () => {
  const first = await write();
  down();
  first.paper.type(0, ' mine');
  first.saving.end(first.paper.hands);
  await settle();
  up();
  service.others((blocks) => blocks.map((block) => (block.body === 'a' ? { ...block, body: 'a theirs' } : block)));
  const { saving } = await write();
  await later(3);
  assert.equal(saving.state, 'conflict');
  assert.deepEqual(
    saving.clashes.map(({ mine, theirs }) => [mine?.body, theirs?.body]),
    [['a mine', 'a theirs']],
  );
  assert.equal(service.texts[0], 'a theirs');
  await saving.resolve(new Map());
  assert.deepEqual(service.texts, ['a theirs', 'a mine', 'b', 'c']);
});

test('what both sides wrote in one block while a save ran is asked about', async () => {
  for (const [mine, theirs] of [
    ['typed', 'changed'],
    ['removed', 'changed'],
    ['typed', 'removed'],
  ] as const) {
    service.page = page += 1;
    const { saving, paper } = await write();
    const [text] = [service.texts[1] as string];
    service.before = (method) => {
      if (method !== 'PUT') return null;
      up();
      service.others((blocks) =>
        theirs === 'removed'
          ? blocks.filter((block) => block.body !== text)
          : blocks.map((block) => (block.body === text ? { ...block, body: `${text} theirs` } : block)),
      );
      return null;
    };
    service.after = (method) => {
      if (method !== 'PUT') return;
      service.after = () => {};
      if (mine === 'typed') paper.type(1, ' mine');
      else paper.remove(1);
    };
    paper.type(0, '!');
    await saving.save();
    await later(3);
    if (mine === 'removed') {
      assert.equal(saving.state, 'saved', 'theirs stands again, to be seen');
      assert.ok(paper.texts.includes(`${text} theirs`));
      continue;
    }
    assert.equal(saving.state, 'conflict', `${mine} here, ${theirs} there`);
    assert.deepEqual(
      saving.clashes.map((clash) => [clash.mine?.body, clash.theirs?.body]),
      [[`${text} mine`, theirs === 'removed' ? undefined : `${text} theirs`]],
    );
    await saving.resolve(new Map(saving.clashes.map(({ id }) => [id, 'theirs'])));
    assert.equal(saving.state, 'saved');
    assert.deepEqual(paper.texts, service.texts);
    assert.ok(!service.texts.includes(`${text} mine`), 'theirs was chosen');
    assert.ok(
      service.drafts.some((draft) => draft.blocks.some((block) => block.body === `${text} mine`)),
      'and this side’s text is kept',
    );
    assert.equal(saving.draft?.id, service.drafts.at(-1)?.id, 'and offered');
    service.drafts = [];
    service.put({
      base_version: service.version,
      blocks: ['a', 'b', 'c'].map((body, place) => ({
        id: null,
        key: `again${page}${place}`,
        version: null,
        kind: 'paragraph',
        body,
        attrs: {},
      })),
    });
  }
});

test('what is typed while the text of others is fetched is not taken for read', async () => {
  const { saving, paper } = await write();
  service.others((blocks) => blocks.map((block) => (block.body === 'a' ? { ...block, body: 'a theirs' } : block)));
  const go = hold('GET');
  const heard = saving.others(service.version);
  await settle();
  paper.type(0, ' mine');
  go();
  await heard;
  await later(3);
  assert.equal(saving.state, 'conflict');
  assert.equal(service.texts[0], 'a theirs');
});

test('nobody chooses against a text that they have not seen', async () => {
  const { saving, paper } = await write();
  const theirs = (from: string, to: string) =>
    service.others((blocks) => blocks.map((block) => (block.body === from ? { ...block, body: to } : block)));
  theirs('a', 'a theirs');
  paper.type(0, ' mine');
  await saving.save();
  const [clash] = saving.clashes;
  theirs('a theirs', 'a theirs, later');
  await assert.rejects(saving.resolve(new Map([[clash?.id ?? 0, 'mine']])));
  assert.equal(saving.clashes[0]?.theirs?.body, 'a theirs, later');
  assert.equal(service.texts[0], 'a theirs, later');
  await saving.resolve(new Map([[clash?.id ?? 0, 'mine']]));
  assert.equal(service.texts[0], 'a mine');
});

test('a session that ends keeps the text for its writer alone, over a page that is loaded anew', async () => {
  const { saving, paper } = await write();
  paper.type(2, ' late');
  assert.equal(everythingLeft().length, 0);
  happens('visibilitychange');
  assert.equal(everythingLeft().length, 1, 'a tab that is hidden may be ended without being told');
  service.person = 0;
  await saving.save();
  assert.equal(saving.state, 'signed-out');
  await signIn(0);
  saving.end(paper.hands);
  await later(31);
  assert.ok(asks(), 'the tab asks before it closes over it');
  let isAsked = true;
  Object.assign(globalThis.location, { assign: () => (isAsked = asks()) });
  leaveFor('https://provider.example');
  assert.equal(isAsked, false, 'but not on the way to the provider and back');
  await later(2);
  assert.ok(asks());
  await signIn(8);
  const before = service.asked.length;
  await later(31);
  happens('pagehide');
  assert.equal(service.asked.length, before, 'nothing is sent as another person');
  // The page as it is loaded anew: only what the tab kept is there.
  const leftHere = () => everythingLeft().filter((one) => one.page.id === page);
  const [found] = leftHere();
  const again = new Saving(7, { id: page, title: 'Page' }, () => {}, found);
  await signIn(7);
  again.again();
  await later(3);
  assert.deepEqual(service.texts, ['a', 'b', 'c late']);
  assert.deepEqual(leftHere(), []);
  saving.again();
  await settle();
  assert.equal(asks(), false);
});

test('a draft is offered as far as its text stands nowhere else, and the one that has none goes', async () => {
  const [one, two, three] = [1, 2, 3].map((id) => ({
    id,
    key: null,
    version: 1,
    kind: 'paragraph' as const,
    attrs: {},
  }));
  const draft = {
    blocks: [
      { ...one, body: 'as it was' },
      { ...two, body: 'b mine' },
      { ...three, body: 'c' },
      { ...one, id: null, key: 'k', body: '' },
    ],
  };
  const here = [
    { ...one, body: 'a theirs' },
    { ...two, body: 'b theirs' },
    { ...three, body: 'c' },
  ];
  const offered = (read: { id: number; kind: 'paragraph'; body: string; attrs: object }[]) =>
    lostOf(draft as never, here as never, read as never).map((block) => block.body);
  assert.deepEqual(offered([]), ['as it was', 'b mine']);
  assert.deepEqual(
    offered([
      { ...one, body: 'as it was' },
      { ...three, body: 'b mine' },
    ] as never),
    ['b mine'],
  );
  const { saving, paper } = await write();
  service.drafts = [
    { id: 1, base_version: 1, blocks: [] },
    { id: 2, base_version: 1, blocks: [] },
  ];
  // A save that runs is waited for, and the wish is not passed over.
  const go = hold('PUT');
  paper.type(0, '!');
  void saving.save();
  const dismissed = saving.save({ dismiss: 2 });
  go();
  await dismissed;
  assert.equal(saving.draft?.id, 1, 'the older one is seen');
});

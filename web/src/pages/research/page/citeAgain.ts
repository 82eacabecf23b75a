import { get } from '../../../api/client';
import { send } from '../../../api/write';
import type { CitedValue } from '../figure';

type Wish = NonNullable<Parameters<typeof send<'post', '/session/citations'>>[1]['body']>;

/** What was asked for when a figure was cited, without what was frozen then. */
function wishOf(cited: Record<string, unknown>, label: string | null, spaceId: number): Wish {
  const { kind, dataset, pool, transaction_hash, field, parameters } = cited as {
    parameters?: Record<string, unknown>;
  } & Record<string, unknown>;
  const given = Object.entries({
    kind,
    dataset,
    pool,
    transaction_hash,
    field,
    chain: cited['chain'],
    ...(parameters ?? {}),
    label,
    space_id: spaceId,
  });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined && value !== null)) as Wish;
}

/** Cites the figure of today, and puts it where the page names the one that drifted. The old record stays. */
export async function citeAgain(pageId: number, spaceId: number, figure: CitedValue): Promise<void> {
  const record = await get({ path: '/public/citations/{hash}', parts: { hash: figure.hash } });
  const cited = await send('post', {
    path: '/session/citations',
    body: wishOf(record.cited as Record<string, unknown>, figure.label, spaceId),
  });
  const document = await get({ path: '/session/research/pages/{id}/document', parts: { id: pageId } });
  const old = `{{derived:${figure.id}}}`;
  const blocks = document.blocks.map((block) => {
    const attrs = block.attrs as Record<string, unknown>;
    return {
      ...block,
      body: block.body.replaceAll(old, cited.token),
      attrs: (attrs['citation_id'] === figure.id ? { ...attrs, citation_id: cited.id } : attrs) as typeof block.attrs,
    };
  });
  await send('put', {
    path: '/session/research/pages/{id}/document',
    parts: { id: pageId },
    body: { base_version: document.document_version, blocks },
  });
}

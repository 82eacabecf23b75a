import type { PagesByKey } from './page';

/** Projects and pages of research. */
export const researchPages: PagesByKey = {
  research: () => import('../pages/research/Workspace.svelte'),
  'research.trash': () => import('../pages/research/Trash.svelte'),
  'research.project': () => import('../pages/research/project/Project.svelte'),
  'research.board': () => import('../pages/research/project/Board.svelte'),
  'research.table': () => import('../pages/research/project/PagesTable.svelte'),
  'research.page': () => import('../pages/research/page/Page.svelte'),
  'research.history': () => import('../pages/research/history/History.svelte'),
  'research.edit': () => import('../pages/research/editor/Edit.svelte'),
};

import type { Folder } from '../words';

export interface FolderTree {
  folder: Folder;
  inside: FolderTree[];
}

/** Folders within each other, by name. */
export function treeOf(folders: readonly Folder[]): FolderTree[] {
  const grow = (parent: number | null): FolderTree[] =>
    folders
      .filter((folder) => folder.parent_folder_id === parent)
      .toSorted((one, other) => one.name.localeCompare(other.name))
      .map((folder) => ({ folder, inside: grow(folder.id) }));
  return grow(null);
}

/** Choices for a select: the root, then every folder with its way. */
export function folderChoices(folders: readonly Folder[]): [string, string][] {
  const list: [string, string][] = [['', 'The project itself']];
  const walk = (trees: FolderTree[], way: string) => {
    for (const { folder, inside } of trees) {
      list.push([String(folder.id), way + folder.name]);
      walk(inside, `${way}${folder.name} / `);
    }
  };
  walk(treeOf(folders), '');
  return list;
}

/** Everything in a folder and in those within it. */
export const within = ({ folder, inside }: FolderTree): { folders: number; pages: number } =>
  inside.map(within).reduce((sum, one) => ({ folders: sum.folders + one.folders + 1, pages: sum.pages + one.pages }), {
    folders: 0,
    pages: folder.page_count,
  });

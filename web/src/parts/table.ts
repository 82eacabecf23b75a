import { csv, download } from '../figures/csv';

/** A column: its heading, by what it sorts, and what a CSV file has of it. */
export interface Column<Row> {
  label: string;
  num?: boolean;
  /** Leaves on narrow screens. */
  wide?: boolean;
  title?: string;
  sort?: (row: Row) => number | string | null;
  csv?: (row: Row) => string | number | boolean | null;
}

export interface Sorting {
  column: number;
  falling: boolean;
}

/** The rows in the order that a reader chose; what is missing comes last either way. */
export function sorted<Row>(rows: readonly Row[], columns: Column<Row>[], sorting: Sorting | null): readonly Row[] {
  const by = sorting ? columns[sorting.column]?.sort : undefined;
  if (!by || !sorting) return rows;
  const sign = sorting.falling ? -1 : 1;
  return [...rows].sort((one, other) => {
    const [left, right] = [by(one), by(other)];
    if (left === null || right === null) return left === right ? 0 : left === null ? 1 : -1;
    return left < right ? -sign : left > right ? sign : 0;
  });
}

/** A decimal of the API, as a number to sort by or to draw. */
export const drawn = (text: string | null | undefined) => (text === null || text === undefined ? null : Number(text));

/** What a file would have of a list that is read on by and by. */
export interface Kept {
  rows: readonly unknown[];
  next: string | null;
}

/** A list of which the API gives so many at most: one that is full may go on. */
export const capped = (rows: readonly unknown[], most: number): Kept => ({
  rows,
  next: rows.length < most ? null : 'more',
});

/** Names the file after what it has: of a list that goes on, the rows that are loaded. */
export const csvLabel = (kept?: Kept) =>
  kept?.next ? `CSV of the ${kept.rows.length.toLocaleString('en-US')} shown` : 'CSV';

/** Gives the reader the rows as a file. */
export function saveCsv<Row>(file: string, columns: Column<Row>[], rows: readonly Row[]): void {
  const kept = columns.filter((column) => column.csv);
  const header = kept.map((column) => column.label);
  download(
    file,
    csv(
      header,
      rows.map((row) => kept.map((column) => column.csv?.(row) ?? null)),
    ),
  );
}

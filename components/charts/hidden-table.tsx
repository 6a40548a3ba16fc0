type Props = {
  caption: string;
  heads: readonly [string, string];
  rows: readonly { key: string; head: string; value: string }[];
};

/** What a chart draws, as a table for screen readers. */
export function HiddenTable({ caption, heads, rows }: Props) {
  return (
    // Around the table, because a table does not shrink to the size that hides it.
    <div className="sr-only">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, head, value }) => (
            <tr key={key}>
              <th scope="row">{head}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

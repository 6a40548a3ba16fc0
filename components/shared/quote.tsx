/** What somebody wrote, in their own words and lines. */
export function Quote({ children }: { children: string }) {
  return (
    <blockquote className="border-l-2 border-primary/40 pl-3 whitespace-pre-line [overflow-wrap:anywhere]">
      {children}
    </blockquote>
  );
}

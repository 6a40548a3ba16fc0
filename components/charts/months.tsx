import { useFormatter } from "next-intl";

/** The width of a month in the units of a chart; what is drawn is stretched to the width of the screen. */
export const STEP = 20;

/** A month's names from its first day: one letter, short, and in full with the year. */
export function useMonthNames() {
  const format = useFormatter();
  const name = (start: string, month: "narrow" | "short" | "long", year?: "numeric") =>
    format.dateTime(new Date(start), { month, ...(year && { year }), timeZone: "UTC" });
  return {
    letter: (start: string) => name(start, "narrow"),
    short: (start: string) => name(start, "short"),
    alone: (start: string) => name(start, "long"),
    full: (start: string) => name(start, "long", "numeric"),
  };
}

/** The names of the months below a chart, which is their container: letters where it is narrow or the text is large. */
export function MonthAxis({ starts }: { starts: readonly string[] }) {
  const names = useMonthNames();
  return (
    <div aria-hidden className="flex text-center text-xs text-muted-foreground">
      {starts.map((start) => (
        <span key={start} className="min-w-0 flex-1 overflow-hidden">
          <span className="@min-[30rem]:hidden">{names.letter(start)}</span>
          <span className="@max-[30rem]:hidden">{names.short(start)}</span>
        </span>
      ))}
    </div>
  );
}

import { Hourglass } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useMoney } from "@/components/shared/use-money";
import { Button } from "@/components/ui/button";
import { now } from "@/lib/ground/clock";
import type { Busy } from "./use-payment";

type Props = {
  busy: Busy;
  /** What the goal still needs, in cents. */
  missing: number;
  onLess: (cents: number) => void;
};

/** Somebody else is just paying: how long it can take, and what can be given instead (giving.md). */
export function BusyNote({ busy: { until, remaining }, missing, onLess }: Props) {
  const t = useTranslations("donate.busy");
  const money = useMoney();
  const seconds = useSecondsUntil(until);
  const note = useRef<HTMLDivElement>(null);
  // On a phone it is below the button that was pressed.
  useEffect(() => {
    // Newer browsers return a promise, which React would use as the function that undoes the effect.
    void note.current?.scrollIntoView({ block: "center" });
  }, []);
  if (seconds === 0) return <p role="status">{t("over")}</p>;
  return (
    <div
      ref={note}
      className="flex flex-col gap-3 rounded-xl bg-accent-soft px-4 py-3 text-accent-foreground"
    >
      <p role="status" className="flex items-center gap-2 font-semibold">
        <Hourglass aria-hidden className="size-5 shrink-0" />
        {remaining > 0 ? t("some", { amount: money(remaining) }) : t("last", { amount: money(missing) })}
      </p>
      <p role="timer" className="tabular-nums">
        {t("wait", { time: clockText(seconds) })}
      </p>
      {remaining > 0 && (
        <Button variant="outline" onClick={() => onLess(remaining)}>
          {t("less", { amount: money(remaining) })}
        </Button>
      )}
    </div>
  );
}

/** Whole seconds until a time, each second. */
function useSecondsUntil(until: string): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(until));
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsUntil(until)), 1_000);
    return () => clearInterval(timer);
  }, [until]);
  return seconds;
}

function secondsUntil(until: string): number {
  return Math.max(0, Math.ceil((new Date(until).getTime() - now().getTime()) / 1_000));
}

/** As a clock shows it: `2:05`. */
function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

import { cn } from "./cn";

type Props = {
  /** 0 to 100. */
  value: number;
  /** The name of the bar for screen readers. */
  label: string;
  /** The value in words; otherwise the percentage is read. */
  valueText?: string;
  done?: boolean;
  className?: string;
};

export function Progress({ value, label, valueText, done = false, className }: Props) {
  const shown = Math.min(100, Math.max(0, value));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={shown}
      aria-valuetext={valueText}
      className={cn("h-2.5 w-full overflow-hidden rounded-full bg-track", className)}
    >
      <div
        className={cn(
          "h-full rounded-full transition-[width] duration-300 ease-out",
          done ? "bg-primary" : "bg-accent",
        )}
        style={{ width: `${shown}%` }}
      />
    </div>
  );
}

import { CircleCheck, CircleHelp, CircleX, Clock, CloudOff, type LucideIcon, Undo2 } from "lucide-react";
import { cn } from "@/components/ui/cn";
import type { PaymentOutcome } from "@/lib/domain/donations/types";
import type { EndingState } from "./ending";

type State = PaymentOutcome["state"] | EndingState;

const DONE = { icon: CircleCheck, colours: "bg-success text-success-foreground" };
const STOPPED = { icon: CircleX, colours: "bg-accent-soft text-accent-foreground" };
const WAITING = { icon: Clock, colours: "bg-secondary text-secondary-foreground" };
const STYLES: Record<State, { icon: LucideIcon; colours: string }> = {
  completed: DONE,
  active: DONE,
  succeeded: DONE,
  processing: WAITING,
  at_bank: WAITING,
  open: STOPPED,
  cancelled: STOPPED,
  failed: STOPPED,
  refunded: { icon: Undo2, colours: "bg-accent-soft text-accent-foreground" },
  unavailable: { icon: CloudOff, colours: "bg-accent-soft text-accent-foreground" },
  unknown: { icon: CircleHelp, colours: "bg-muted text-muted-foreground" },
};

/** How a payment ended, as a sign above the words. */
export function OutcomeMark({ state, className }: { state: State; className: string }) {
  const { icon: Icon, colours } = STYLES[state];
  return (
    <span className={cn("mx-auto grid size-20 place-items-center rounded-full", colours, className)}>
      <Icon aria-hidden className="size-10" />
    </span>
  );
}

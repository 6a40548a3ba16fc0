import { CircleCheck, CircleHelp, CircleX, Clock, CloudOff, type LucideIcon, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { type Ending, type EndingState, isFollowed, stateOf } from "./ending";
import { EndingActions } from "./ending-actions";
import { EndingWords } from "./ending-words";
import { Recheck } from "./recheck";

const DONE = { icon: CircleCheck, colours: "bg-success text-success-foreground" };
const WAITING = { icon: Clock, colours: "bg-secondary text-secondary-foreground" };
const STOPPED = { icon: CircleX, colours: "bg-accent-soft text-accent-foreground" };
const STYLES: Record<EndingState, { icon: LucideIcon; colours: string }> = {
  completed: DONE,
  active: DONE,
  processing: WAITING,
  open: STOPPED,
  cancelled: STOPPED,
  failed: STOPPED,
  refunded: { icon: Undo2, colours: "bg-accent-soft text-accent-foreground" },
  unavailable: { icon: CloudOff, colours: "bg-accent-soft text-accent-foreground" },
  unknown: { icon: CircleHelp, colours: "bg-muted text-muted-foreground" },
};

type Props = { ending: Ending; viewerId: string; onClose: () => void };

/** The outcome in words, with what to do next. */
export function EndingDialog({ ending, viewerId, onClose }: Props) {
  const t = useTranslations("checkout");
  const { icon: Icon, colours } = STYLES[stateOf(ending)];
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          document.getElementById("main")?.focus();
        }}
      >
        <span className={cn("mx-auto mt-2 grid size-20 place-items-center rounded-full", colours)}>
          <Icon aria-hidden className="size-10" />
        </span>
        <EndingWords ending={ending} />
        {isFollowed(ending) && <Recheck later={t("later")} />}
        <EndingActions ending={ending} viewerId={viewerId} onClose={onClose} />
      </DialogContent>
    </Dialog>
  );
}

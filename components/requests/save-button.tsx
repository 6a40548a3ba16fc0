import { Bookmark } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { useFailureText } from "@/components/shared/use-failure-text";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast-store";
import { send } from "@/lib/web/http";

/** Saves a request for oneself alone, and finds it again under the filter. `saved` is null until it is known. */
export function SaveButton({ requestId, saved }: { requestId: string; saved: boolean | null }) {
  const t = useTranslations("request.detail");
  const failure = useFailureText();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isSending = useRef(false);
  const isSaved = chosen ?? saved ?? false;

  async function toggle() {
    // A second call could arrive before the first.
    if (isSending.current) return;
    isSending.current = true;
    setChosen(!isSaved);
    try {
      await send(isSaved ? "DELETE" : "PUT", `/api/requests/${requestId}/save`);
    } catch (error) {
      setChosen(isSaved);
      toast({ title: failure(error), variant: "destructive" });
    } finally {
      isSending.current = false;
    }
  }

  return (
    <Button
      variant="outline"
      aria-pressed={isSaved}
      aria-label={t("save")}
      disabled={saved === null}
      className="size-12 grow-0! px-0"
      onClick={() => void toggle()}
    >
      <Bookmark aria-hidden className={isSaved ? "fill-current" : undefined} />
    </Button>
  );
}

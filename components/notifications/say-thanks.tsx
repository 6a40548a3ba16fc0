"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useOptimistic } from "react";
import { useAction } from "@/components/shared/use-action";
import { thankAction } from "@/lib/actions/messages";
import { THANKS_EMOJIS, type ThanksEmoji } from "@/lib/ground/vocabulary";

type Props = {
  /** Of the notification of the donation. */
  id: string;
  /** What was chosen; null before. */
  emoji: string | null;
  /** The id of the sentence that announces the donation. */
  about: string;
};

/** Thanks for a donation in one tap. The choice is shown at once, because no money moves; a refusal takes it back. */
export function SayThanks({ id, emoji, about }: Props) {
  const t = useTranslations("notifications.thanks");
  const router = useRouter();
  const { run } = useAction();
  const [chosen, setChosen] = useOptimistic(emoji);

  function thank(choice: ThanksEmoji) {
    const call = () => {
      setChosen(choice);
      return thankAction({ id, emoji: choice });
    };
    run(call, { failed: { title: t("failed") }, onFailed: () => router.refresh() });
  }

  return (
    <fieldset aria-describedby={about} className="relative z-10 w-fit max-[359px]:-ml-14">
      <legend className="text-sm text-muted-foreground">
        <span role="status">{t(chosen === null ? "ask" : "done")}</span>
      </legend>
      <div className="-ml-1.5 mt-1 flex flex-wrap">
        {THANKS_EMOJIS.map((each) => (
          <label
            key={each}
            className="group grid size-11 cursor-pointer place-items-center rounded-full text-[24px] leading-none has-focus-visible:outline-2"
          >
            <input
              type="radio"
              name={`thanks-${id}`}
              value={each}
              checked={chosen === each}
              onChange={() => thank(each)}
              className="sr-only"
            />
            <span className="grid size-10 place-items-center rounded-full transition-[scale,background-color] duration-200 group-hover:bg-muted group-active:scale-90 group-has-checked:bg-accent-soft group-has-checked:ring-2 group-has-checked:ring-accent motion-reduce:transition-none">
              {each}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

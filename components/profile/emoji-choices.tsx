import { cn } from "@/components/ui/cn";
import { PopoverClose } from "@/components/ui/popover";
import { COMPLETION_EMOJIS, type CompletionEmoji } from "@/lib/ground/vocabulary";

type Props = { emoji: string; onChoose: (emoji: CompletionEmoji) => void };

/** The emojis of a completed request (D22), inside a popover that closes with the choice. */
export function EmojiChoices({ emoji, onChoose }: Props) {
  return (
    <ul className="grid grid-cols-4 gap-1">
      {COMPLETION_EMOJIS.map((each) => (
        <li key={each}>
          <PopoverClose
            aria-pressed={each === emoji}
            onClick={() => onChoose(each)}
            className={cn(
              "grid size-11 place-items-center rounded-full text-[24px] leading-none hover:bg-muted",
              each === emoji && "bg-secondary ring-2 ring-primary",
            )}
          >
            {each}
          </PopoverClose>
        </li>
      ))}
    </ul>
  );
}

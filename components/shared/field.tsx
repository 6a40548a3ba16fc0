import { type ComponentProps, type ReactNode, useId } from "react";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";

/** What the control of a field must carry to be tied to its label, hint and error. */
export type ControlProps = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": boolean | undefined;
};

type Around = { label: ReactNode; hint?: ReactNode; error?: ReactNode };
type Props = Around & { children: (control: ControlProps) => ReactNode };

/** A labelled control with its hint and its error, which is announced when it appears. */
export function Field({ label, hint, error, children }: Props) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className="flex flex-col gap-1.5">
      <Label htmlFor={id}>{label}</Label>
      {children({
        id,
        "aria-describedby": described || undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted-foreground">
          {hint}
        </p>
      )}
      <p id={`${id}-error`} aria-live="polite" className="text-sm font-medium text-destructive empty:hidden">
        {error}
      </p>
    </div>
  );
}

/** A field for a line of text. */
export function InputField({ label, hint, error, ...input }: Around & ComponentProps<typeof Input>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <Input {...control} {...input} />}
    </Field>
  );
}

/** A field for several lines. */
export function TextareaField({ label, hint, error, ...textarea }: Around & ComponentProps<typeof Textarea>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <Textarea {...control} {...textarea} />}
    </Field>
  );
}

type SelectProps = Around &
  ComponentProps<typeof Select> & { options: readonly { value: string; label: string }[] };

/** A field to choose an option; `children` come before `options`. */
export function SelectField({ label, hint, error, options, children, ...select }: SelectProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <Select {...control} {...select}>
          {children}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

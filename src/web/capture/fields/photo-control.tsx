import type { PhotoField } from "../../../protocol/field.ts";
import { lazily } from "../../foundation/texts/lazily.ts";
import { WhenFetched } from "../../ui/when-fetched.tsx";
import type { ControlProps } from "./control.ts";
import { PhotoTarget } from "./photo-target.tsx";

const GuidedPhoto = lazily("GuidedPhoto", () => import("./guided-photo.tsx"));

export function PhotoControl({ field, answer, ...rest }: ControlProps<PhotoField>) {
  const { onAnswer, labelId: _, ...target } = rest;
  const ways = (
    <PhotoTarget
      {...target}
      name={`photo:${field.key}`}
      photo={answer instanceof File ? answer : null}
      onPhoto={onAnswer}
    />
  );
  if (!field.outline && !field.scale) return ways;
  return (
    <WhenFetched fallback={ways}>
      <GuidedPhoto field={field} onPhoto={onAnswer} disabled={rest.disabled}>
        {ways}
      </GuidedPhoto>
    </WhenFetched>
  );
}

import type { ReactNode } from "react";
import type { Protocol } from "../../../protocol/field.ts";
import type { Answer, Answers } from "../../foundation/answers/answers.ts";
import type { ReadAnswers } from "./form-reader.ts";

/** @param isDefault the form fills it in; nobody has answered */
export type OnAnswer = (path: string, answer: Answer | undefined, isDefault?: boolean) => void;

/** What steps need of the form's reading. */
export type StepsReading = Omit<ReadAnswers, "values" | "files" | "faults"> & {
  faults: ReadonlyMap<string, unknown>;
};

export type MoreQuestions = {
  keys: ReadonlySet<string>;
  title: string;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  /** A step before the line, which has a number too. */
  before: ReactNode;
};

/** Props of the questions of a form. */
export type StepsProps = {
  protocol: Protocol;
  /** `readAnswers(protocol, answers)` */
  read: StepsReading;
  answers: Answers;
  onAnswer: OnAnswer;
  /** Messages by path. */
  errors?: ReadonlyMap<string, string> | undefined;
  isAsked?: boolean | undefined;
  /** Paths of answers that are filled in as last time. */
  same?: ReadonlySet<string> | undefined;
  disabled?: boolean | undefined;
  firstNumber?: number;
  /** Keys of the questions to draw, in a form in pages. */
  only?: ReadonlySet<string> | undefined;
  /** Answered choices become a line that opens again. */
  folds?: boolean | undefined;
  /** Questions behind one line. */
  more?: MoreQuestions | undefined;
  /** How many first rows of a group can't be moved or removed, by path. */
  fixedRows?: ReadonlyMap<string, number> | undefined;
};

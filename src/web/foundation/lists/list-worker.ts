import { answerQuestions } from "../asked-worker.ts";
import { answerQuestion, type ListAccess, type ListQuestion } from "./list-desk.ts";

// Searches lists of up to 50,000 rows beside the page, so that typing never waits.
answerQuestions(({ question, access }: { question: ListQuestion; access: ListAccess | undefined }) =>
  answerQuestion(question, access),
);

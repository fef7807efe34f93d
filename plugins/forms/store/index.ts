export { EmbeddedForm } from './shared/embedded.tsx'
export { FormQuestions, withAnswers } from './shared/questions.tsx'

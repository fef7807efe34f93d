import { useMemo, type ReactNode } from 'react'
import { ContentLanguageContext } from '../widgets/content-language.ts'
import { ErrorsContext } from '../widgets/field-input.tsx'
import type { Errors } from '../widgets/values.ts'
import { FormScopeContext, type FormScope as Scope } from './form-context.ts'

/** Provides inputs with their form context, language and errors. */
export function FormScope({ scope, errors, children }: { scope: Scope; errors: Errors; children: ReactNode }) {
  const { language, mainLanguage } = scope
  const contentLanguage = useMemo(() => ({ language, main: mainLanguage }), [language, mainLanguage])
  return (
    <FormScopeContext value={scope}>
      <ContentLanguageContext value={contentLanguage}>
        <ErrorsContext value={errors}>{children}</ErrorsContext>
      </ContentLanguageContext>
    </FormScopeContext>
  )
}

import { hasPermission, type Ctx } from 'stoa'
import { type AudienceInput, AUDIENCES } from 'stoa/plugins/people'
import type { AudienceKinds } from '../api-types.ts'

/** The audience types that the actor may use, in the actor's language. */
export function audienceKinds({ kernel, actor, language, interfaceLanguage }: Ctx): AudienceKinds {
  const say = (key: string) => kernel.i18n.t(interfaceLanguage ?? language, key)
  const toInputView = (name: string, input: AudienceInput) => ({
    name,
    kind: input.kind,
    label: say(input.label),
    optional: input.optional === true,
    ...('of' in input ? { of: input.of } : {}),
    ...(input.kind === 'pick'
      ? { options: input.options.map((value) => ({ value, label: say(`${input.label}_${value.toLowerCase().replaceAll('-', '_')}`) })) }
      : {}),
  })
  return {
    data: [...kernel.contributions(AUDIENCES)]
      .filter(([, offered]) => hasPermission(actor, offered.needs))
      .map(([kind, { title, inputs }]) => ({
        kind,
        title: say(title),
        inputs: Object.entries(inputs).map(([name, input]) => toInputView(name, input)),
      })),
  }
}

import { useQuery } from '@tanstack/react-query'
import { formQuery, useSession, useT } from 'stoa/admin'

/** Labels of the fields of a resource or settings group. Fields the reader's role may not see keep their names. */
export function useFieldLabels(resource: string): (field: string) => string | undefined {
  const { manifest } = useSession()
  const { language } = useT()
  const isKnownResource = manifest.resources[resource] !== undefined
  const form = useQuery({ ...formQuery(resource, language), enabled: isKnownResource })
  const group = /^setting (.+)$/.exec(resource)?.[1]
  const fields =
    (group ? manifest.settings.find((tab) => tab.group === group)?.fields : form.data?.groups.flatMap((part) => part.fields)) ?? []
  return (field) => fields.find((candidate) => candidate.name === field)?.label
}

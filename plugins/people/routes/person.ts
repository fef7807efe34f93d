import { f, NOT_FOUND, redirectRoute, route } from 'stoa'
import { readPersonFacts } from '../services/person-facts.ts'
import { readTimeline } from '../services/timeline.ts'
import { exportPersonalData } from '../services/export-personal-data.ts'
import { PersonalDataExport } from '../api-types.ts'
import { PersonFacts, TimelinePage } from '../admin-api-types.ts'

const optionalText = f.text({ default: '', maxLength: 100 })

const factsRoute = route({
  on: 'GET /person/:id/facts',
  id: 'person.facts',
  summary: 'Identities, consent, accounts and addresses of a person',
  needs: 'get person',
  response: PersonFacts,
  errors: [NOT_FOUND],
  run: ({ ctx, params }) => readPersonFacts(ctx, params.id),
})

const personalDataRoute = route({
  on: 'GET /person/:id/personal-data',
  id: 'person.export_personal_data',
  summary: 'Personal data of a person, as a file',
  description: 'Parts the caller may not read are omitted and listed.',
  needs: 'export person',
  response: PersonalDataExport,
  errors: [NOT_FOUND],
  run: async ({ ctx, params, reply }) => {
    const exportedData = await exportPersonalData(ctx, params.id)
    void reply.header('content-disposition', `attachment; filename="person-${params.id}.json"`)
    return exportedData
  },
})

/** Staff view of a person beside the record itself. */
export const personRoutes = [
  factsRoute,
  redirectRoute({ on: 'GET /person/:id/known', to: factsRoute }),
  route({
    on: 'GET /person/:id/timeline',
    id: 'person.timeline',
    summary: 'Timeline of a person, limited to what the member of staff may see',
    needs: 'get person',
    query: { plugin: optionalText, type: optionalText, after: optionalText },
    response: TimelinePage,
    errors: [NOT_FOUND],
    run: ({ ctx, params, query }) => readTimeline(ctx, params.id, query),
  }),
  personalDataRoute,
  redirectRoute({ on: 'GET /person/:id/kept', to: personalDataRoute }),
]

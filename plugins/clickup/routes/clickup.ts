import { f, INVALID, NOT_FOUND, route, t } from 'stoa'
import { AuthorizeAddress, ClickUpUser, Space, SpaceList, TokenAnswer, WorkspaceList } from '../api-types.ts'
import { RATE_LIMITED, REFUSED, TOKEN_INVALID, UNREACHABLE, UNREADABLE, WORKSPACE_UNKNOWN } from '../errors.ts'
import { connect, createAuthorizeAddress } from '../services/authorize.ts'
import { createSpace, deleteSpace, listSpaces, listWorkspaces, readOneSpace, readTokenOwner, updateSpace } from '../services/spaces.ts'

const on = () => f.flag({ default: true })
const toggle = () => f.maybe(f.group({ enabled: on() }))

/** A space as callers send it. An absent switch is on, also in a change: it replaces all switches, as in the ClickUp API. */
const spaceFields = {
  name: f.text({ maxLength: 200 }),
  multiple_assignees: on(),
  features: f.maybe(
    f.group({
      due_dates: f.maybe(f.group({ enabled: on(), start_date: on(), remap_due_dates: on(), remap_closed_due_date: on() })),
      multiple_assignees: toggle(),
      time_tracking: toggle(),
      tags: toggle(),
      time_estimates: toggle(),
      checklists: toggle(),
      custom_fields: toggle(),
      remap_dependencies: toggle(),
      dependency_warning: toggle(),
      portfolios: toggle(),
    }),
  ),
}

const workspace = { workspace: f.text({ maxLength: 40 }) }
const space = { space: f.text({ maxLength: 40 }) }
const errors = [TOKEN_INVALID, WORKSPACE_UNKNOWN, NOT_FOUND, RATE_LIMITED, UNREACHABLE, UNREADABLE, REFUSED]

/** The ClickUp API for the admin: browsers cannot call it, and must not have the token. */
export const clickupRoutes = [
  route({
    on: 'GET /clickup/oauth/address',
    id: 'clickup.authorize_address',
    summary: 'Where to give the shop access to ClickUp',
    needs: 'update configuration',
    response: AuthorizeAddress,
    run: ({ ctx }) => createAuthorizeAddress(ctx),
  }),
  route({
    on: 'POST /clickup/oauth/token',
    id: 'clickup.connect',
    summary: 'Exchange the code of an authorization for a token, and store it',
    description: 'Without client ID and secret, those of the settings are used. The token itself is never returned.',
    needs: 'update configuration',
    body: {
      client_id: f.maybe(f.text({ maxLength: 255 })),
      client_secret: f.maybe(f.text({ maxLength: 255 })),
      code: f.text({ maxLength: 500 }),
      state: f.maybe(f.text({ maxLength: 500, docs: 'The state that ClickUp sent with the code.' })),
    },
    eitherPlace: true,
    response: TokenAnswer,
    errors: [INVALID, REFUSED, RATE_LIMITED, UNREACHABLE, UNREADABLE],
    run: async ({ ctx, body }) => ({ access_token: await connect(ctx, body) }),
  }),
  route({
    on: 'GET /clickup/user',
    id: 'clickup.user',
    summary: 'The user of the token',
    open: 'signed-in',
    response: ClickUpUser,
    errors,
    run: ({ ctx }) => readTokenOwner(ctx),
  }),
  route({
    on: 'GET /clickup/team',
    id: 'clickup.workspaces',
    summary: 'Workspaces',
    open: 'signed-in',
    response: WorkspaceList,
    errors,
    run: ({ ctx }) => listWorkspaces(ctx),
  }),
  route({
    on: 'GET /clickup/team/:workspace/space',
    id: 'clickup.spaces',
    summary: 'Spaces of a workspace',
    open: 'signed-in',
    params: workspace,
    response: SpaceList,
    errors,
    run: ({ ctx, params }) => listSpaces(ctx, params.workspace),
  }),
  route({
    on: 'POST /clickup/team/:workspace/space',
    id: 'clickup.create_space',
    summary: 'Create a space',
    needs: 'create clickup space',
    params: workspace,
    body: spaceFields,
    response: Space,
    status: 201,
    errors,
    run: ({ ctx, params, body }) => createSpace(ctx, params.workspace, body),
  }),
  route({
    on: 'GET /clickup/space/:space',
    id: 'clickup.space',
    summary: 'A space',
    open: 'signed-in',
    params: space,
    response: Space,
    errors,
    run: ({ ctx, params }) => readOneSpace(ctx, params.space),
  }),
  route({
    on: 'PUT /clickup/space/:space',
    id: 'clickup.update_space',
    summary: 'Change name and features of a space',
    needs: 'update clickup space',
    params: space,
    body: spaceFields,
    response: Space,
    errors,
    run: ({ ctx, params, body }) => updateSpace(ctx, params.space, body),
  }),
  route({
    on: 'DELETE /clickup/space/:space',
    id: 'clickup.delete_space',
    summary: 'Delete a space with everything in it',
    needs: 'destroy clickup space',
    params: space,
    response: t.object({}),
    errors,
    run: async ({ ctx, params }) => {
      await deleteSpace(ctx, params.space)
      return {}
    },
  }),
]

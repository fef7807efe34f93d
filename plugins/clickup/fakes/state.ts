import { FakeTasks } from './tasks.ts'

/** The application and the tokens that the fake accepts. */
export const FAKE = {
  client_id: 'FAKECLIENT0001',
  client_secret: 'fake-secret-of-the-application-0001',
  code: 'FAKECODE0001',
  token: '48290_fake-oauth-token-0123456789abcdef',
  personal_token: 'pk_48290_FAKEPERSONALTOKEN0123456789',
  workspace: '9012345678',
}

/** A feature of a space as the fake stores it: whatever was sent. */
type StoredFeatures = Record<string, Record<string, boolean>>

export interface FakeSpace {
  id: string
  team: string
  name: string
  private: boolean
  color: string | null
  avatar: null
  admin_can_manage: boolean
  archived: boolean
  members: object[]
  statuses: { id: string; status: string; type: string; orderindex: number; color: string }[]
  multiple_assignees: boolean
  features: StoredFeatures
}

/** Failures that a test switches on. */
export interface FakeSwitches {
  /** Every token is refused with this code; 401, or 400 for OAUTH_017. */
  expire_token: string | null
  /** Calls of a workspace are refused as not authorized. */
  deny_team: boolean
  /** So many calls are allowed until the reset; null: no limit. */
  rate_limit: number | null
  /** Milliseconds before each answer. */
  slow: number
  /** Answers are HTML. */
  garbage_body: boolean
  /** Connections close without an answer. */
  drop: boolean
  /** Calls with this method are carried out, but connections close without an answer. */
  lose_answer: string | null
}

/** A call that the fake received. */
export interface FakeCall {
  method: string
  path: string
  query: Record<string, string>
  authorization: string | undefined
  body: unknown
}

/** How long a window of the rate limit is, in seconds. */
export const RESET_SECONDS = 30

const OFF: FakeSwitches = {
  expire_token: null,
  deny_team: false,
  rate_limit: null,
  slow: 0,
  garbage_body: false,
  drop: false,
  lose_answer: null,
}

/** What the fake knows: spaces, tasks, switches and the calls it received. */
export class FakeState {
  readonly calls: FakeCall[] = []
  readonly spaces = new Map<string, FakeSpace>()
  readonly tasks: FakeTasks
  readonly codes = new Set([FAKE.code])
  switches: FakeSwitches = { ...OFF }
  #lastId = 90120000000

  constructor() {
    const { id } = this.createSpace(FAKE.workspace, {
      name: 'Shop floor',
      multiple_assignees: false,
      features: { tags: { enabled: true } },
    })
    this.tasks = new FakeTasks(id)
  }

  /** Switches all failures off, and then these on. */
  set(switches: Partial<FakeSwitches> = {}): void {
    this.switches = { ...OFF, ...switches }
  }

  /** Creates a space with the two statuses that ClickUp gives it, and further features. */
  createSpace(team: string, given: { name: string; multiple_assignees: boolean; features: StoredFeatures }): FakeSpace {
    const id = String(++this.#lastId)
    const more = { sprints: { enabled: false }, points: { enabled: false }, milestones: { enabled: true }, emails: { enabled: true } }
    const space: FakeSpace = {
      id,
      team,
      name: given.name,
      private: false,
      color: '#7b68ee',
      avatar: null,
      admin_can_manage: true,
      archived: false,
      members: [{ user: { id: 48290, username: 'Mei Chan', email: 'mei@clickup.test' } }],
      statuses: [
        { id: `${id}a`, status: 'to do', type: 'open', orderindex: 0, color: '#d3d3d3' },
        { id: `${id}b`, status: 'complete', type: 'closed', orderindex: 1, color: '#6bc950' },
      ],
      multiple_assignees: given.multiple_assignees,
      features: { ...more, ...given.features },
    }
    this.spaces.set(id, space)
    return space
  }
}

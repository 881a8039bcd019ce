import type { DatabaseDriver } from '#platform/server/db/driver.ts'
import type { Actor } from './catalogue.ts'

export type Run = Parameters<Parameters<DatabaseDriver['asOwner']>[0]>[0]

/** A statement that an actor attempts; each is rolled back before the next. */
export interface Attempt {
  readonly actor: Actor
  /** Setup SQL, run as the owner. */
  readonly setup?: string
  readonly sql: string
  /**
   * `value`: returns the single value. `reach`: returns the keys of the rows that an update or delete would touch, without
   * touching them. `write`: records only whether it was refused.
   */
  readonly mode: 'value' | 'reach' | 'write'
  /** Also checks deferred constraints. */
  readonly judge?: boolean
}

export interface Outcome {
  /** SQLSTATE and the violated constraint, if any; null when permitted. */
  readonly refused: { readonly code: string; readonly constraint: string; readonly message: string } | null
  readonly value: unknown
}

/**
 * Test functions, created in the transaction that is rolled back. One statement runs all attempts, since a round trip for each
 * would dominate the run time. The trigger records which rows the policies let through before anything else can refuse.
 */
const functions = `
  create schema probe;
  create function probe.reached() returns trigger language plpgsql as $$
  begin
    if current_setting('probe.mode', true) is distinct from 'reach' then
      return coalesce(new, old);
    end if;
    perform set_config('probe.reached', current_setting('probe.reached') || ',' ||
      (select jsonb_agg(to_jsonb(old) -> key order by place) from unnest(tg_argv) with ordinality k(key, place))::text, true);
    return null;
  end $$;

  create function probe.attempt(actor jsonb, setup text, statement text, mode text, judge boolean) returns jsonb
    language plpgsql as $$
  declare
    found record;
    value jsonb;
    code text;
    constraint_name text;
    message text;
  begin
    begin
      if setup is not null then execute setup; end if;
      perform set_config('app.user_id', actor ->> 'userId', true), set_config('probe.mode', mode, true),
        set_config('app.partner_id', coalesce(actor ->> 'partnerId', actor ->> 'userId'), true),
        set_config('app.partner_role', coalesce(actor ->> 'partnerRole', 'owner'), true),
        set_config('app.sees_amounts', case when (actor ->> 'seesAmounts')::boolean then 'on' else '' end, true),
        set_config('probe.reached', '', true),
        set_config('role', 'passerelle_' || case actor ->> 'role' when 'partner' then 'sharer' else actor ->> 'role' end, true);
      if mode = 'value' then
        execute statement into found;
        value := (select each.value from jsonb_each(to_jsonb(found)) each limit 1);
      else
        execute statement;
        if mode = 'reach' then value := ('[' || ltrim(current_setting('probe.reached'), ',') || ']')::jsonb; end if;
      end if;
      if judge then set constraints all immediate; end if;
      raise exception using errcode = 'PR0BE', message = coalesce(value, 'null')::text;
    exception when others then
      get stacked diagnostics code = returned_sqlstate, constraint_name = constraint_name, message = message_text;
    end;
    if code = 'PR0BE' then return jsonb_build_object('refused', null, 'value', message::jsonb); end if;
    return jsonb_build_object('value', null, 'refused',
      jsonb_build_object('code', code, 'constraint', constraint_name, 'message', message));
  end $$;

  create function probe.attempts(list jsonb) returns jsonb language sql as $$
    select jsonb_agg(probe.attempt(a -> 'actor', a ->> 'setup', a ->> 'sql', a ->> 'mode',
    coalesce((a ->> 'judge')::boolean, false))
      order by place)
    from jsonb_array_elements(list) with ordinality l(a, place)
  $$;
`

export async function makeProbe(run: Run): Promise<void> {
  await run(functions)
}

/** Runs each attempt independently. */
export async function attemptAll(run: Run, attempts: readonly Attempt[]): Promise<Outcome[]> {
  if (attempts.length === 0) return []
  const { rows } = await run('select probe.attempts($1::jsonb) as outcomes', [JSON.stringify(attempts)])
  return rows[0]?.outcomes as Outcome[]
}

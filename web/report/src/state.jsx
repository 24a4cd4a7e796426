// What agents hold and what is on its way in one state of the trace.

function Queue({ name, messages, changed }) {
  return (
    <tr class={changed ? "changed" : ""}>
      <th scope="row">{name}</th>
      <td>
        {messages.length === 0 ? (
          <span class="dim">empty</span>
        ) : (
          <ol class="queue">
            {messages.map((message, index) => (
              <li key={index}>{message}</li>
            ))}
          </ol>
        )}
      </td>
    </tr>
  );
}

export function StatePanel({ violation, agents, objects, step }) {
  const state = violation.states[Math.min(step, violation.states.length - 1)];
  const before = violation.states[Math.max(0, Math.min(step, violation.states.length - 1) - 1)];
  const of = (sort) => objects.filter((object) => object.sort === sort);
  const changed = (name) => step > 0 && JSON.stringify(state.values[name]) !== JSON.stringify(before.values[name]);
  const others = [...of("lock"), ...of("counter"), ...of("variable")];
  return (
    <div class="state">
      {of("channel").length > 0 && (
        <table>
          <caption>Channels</caption>
          <tbody>
            {of("channel").map((object) => (
              <Queue key={object.name} name={object.name} messages={state.queues[object.name]} changed={changed(object.name)} />
            ))}
          </tbody>
        </table>
      )}
      {others.length > 0 && (
        <table>
          <caption>Locks, counters, variables</caption>
          <tbody>
            {others.map((object) => (
              <tr key={object.name} class={changed(object.name) ? "changed" : ""}>
                <th scope="row">{object.name}</th>
                <td>{object.sort === "lock" ? (state.holders[object.name] ? `held by ${state.holders[object.name]}` : "free") : state.values[object.name]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <table>
        <caption>Agents</caption>
        <tbody>
          {agents.map((agent) => (
            <tr key={agent} class={violation.steps[step].agent === agent ? "changed" : ""}>
              <th scope="row">{agent}</th>
              <td>
                {state.pc[agent] === "Done" ? "ended" : `at ${state.pc[agent]}`}
                {state.locals[agent] && <span class="dim"> {state.locals[agent]}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

// The sequence diagram: a lane per agent, a row per step, bars for held locks, arrows for messages from sending to receiving.

import { useEffect, useRef } from "preact/hooks";

const ROW = 34;
const TOP = 44;
const NUMBERS = 44;
const CHARACTER = 8.4;

function laneWidth(agents) {
  return Math.max(150, ...agents.map((agent) => agent.length * CHARACTER + 40));
}

// Messages in the order of their channels: a receive takes the oldest one that was sent.
function messages(steps) {
  const open = {};
  const found = [];
  steps.forEach((step, row) => {
    for (const action of step.actions) {
      if (action.kind === "send") {
        const message = { channel: action.name, value: action.value, from: step.agent, sent: row, to: null, taken: null };
        (open[action.name] ||= []).push(message);
        found.push(message);
      } else if (action.kind === "receive") {
        const message = (open[action.name] || []).shift();
        if (message) Object.assign(message, { to: step.agent, taken: row });
      }
    }
  });
  return found;
}

// From the state in which an agent holds a lock to the one in which it does not.
function bars(states, objects, agents) {
  const found = [];
  for (const object of objects.filter((item) => item.sort === "lock")) {
    let held = null;
    states.forEach((state, row) => {
      const holder = state.holders[object.name] || null;
      if (held && held.agent !== holder) {
        found.push({ ...held, to: row });
        held = null;
      }
      if (holder && !held && agents.includes(holder)) held = { lock: object.name, agent: holder, from: row };
    });
    if (held) found.push({ ...held, to: null });
  }
  return found;
}

function Lanes({ agents, x, rows }) {
  return agents.map((agent) => (
    <g key={agent} class="lane">
      <line x1={x(agent)} x2={x(agent)} y1={TOP - 8} y2={TOP + rows * ROW} />
      <text x={x(agent)} y={20} text-anchor="middle">
        {agent}
      </text>
    </g>
  ));
}

function Bar({ bar, place, x, last, step }) {
  const y1 = TOP + bar.from * ROW + ROW / 2;
  const y2 = TOP + (bar.to ?? last) * ROW + ROW / 2;
  const left = x(bar.agent) - 5 + place * 12;
  return (
    <g class={`bar ${bar.from > step ? "later" : ""}`}>
      <rect x={left} y={y1} width={10} height={Math.max(12, y2 - y1)} rx={2} />
      <text x={left - 4} y={y1 + 14} text-anchor="end" class="lock">
        {bar.lock}
      </text>
    </g>
  );
}

function Arrow({ message, x, receivers, step }) {
  const y1 = TOP + message.sent * ROW + ROW / 2;
  const lost = message.taken === null;
  const target = message.to || receivers[message.channel];
  const x1 = x(message.from);
  const x2 = target ? x(target) : x1 + 60;
  const y2 = lost ? y1 + ROW * 0.6 : TOP + message.taken * ROW + ROW / 2;
  const end = lost ? x1 + (x2 - x1) * 0.6 : x2 + (x2 > x1 ? -4 : 4);
  const ends = lost ? y1 + (y2 - y1) * 0.6 : y2;
  return (
    <g class={`message ${lost ? "lost" : ""} ${message.sent > step ? "later" : ""}`}>
      <title>{`${message.value} on ${message.channel}${lost ? ", never read" : ""}`}</title>
      <line x1={x1} y1={y1} x2={end} y2={ends} marker-end="url(#arrow)" />
      {lost && (
        <text x={end} y={ends + 5} text-anchor="middle" class="cross">
          ✕
        </text>
      )}
    </g>
  );
}

export function Sequence({ violation, agents, objects, step, go }) {
  const box = useRef(null);
  const width = laneWidth(agents);
  const { steps, states } = violation;
  const x = (agent) => NUMBERS + agents.indexOf(agent) * width + width / 2;
  const total = NUMBERS + agents.length * width + 12;
  const height = TOP + steps.length * ROW + 8;
  const receivers = Object.fromEntries(objects.filter((o) => o.receivers?.length === 1).map((o) => [o.name, o.receivers[0]]));
  const locks = bars(states, objects, agents);
  useEffect(() => {
    const element = box.current;
    const middle = TOP + step * ROW;
    if (middle < element.scrollTop + TOP || middle > element.scrollTop + element.clientHeight - ROW) {
      element.scrollTop = Math.max(0, middle - element.clientHeight / 2);
    }
    const agent = steps[step].agent;
    if (agent) {
      const center = x(agent);
      if (center < element.scrollLeft + 60 || center > element.scrollLeft + element.clientWidth - 60) {
        element.scrollLeft = Math.max(0, center - element.clientWidth / 2);
      }
    }
  }, [step, violation]);
  return (
    <div class="scroll sequence" tabIndex={0} role="region" aria-label="sequence diagram" ref={box}>
      <svg width={total} height={height} viewBox={`0 0 ${total} ${height}`} role="img" aria-label={`sequence diagram, step ${step + 1} of ${steps.length}`}>
        <defs>
          <marker id="arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto-start-reverse">
            <path d="M 0 0 L 10 5 L 0 10 z" class="head" />
          </marker>
        </defs>
        <rect class="current" x={0} y={TOP + step * ROW} width={total} height={ROW} />
        {violation.no_return_index !== null && violation.no_return_index > 1 && (
          <g class="no-return">
            <line x1={0} x2={total} y1={TOP + (violation.no_return_index - 1) * ROW} y2={TOP + (violation.no_return_index - 1) * ROW} />
            <title>point of no return</title>
          </g>
        )}
        <Lanes agents={agents} x={x} rows={steps.length} />
        {locks.map((bar) => (
          <Bar
            key={bar.lock + bar.from}
            bar={bar}
            place={locks.filter((other) => other.agent === bar.agent && other.from < bar.from && (other.to ?? Infinity) > bar.from).length}
            x={x}
            last={steps.length - 0.5}
            step={step}
          />
        ))}
        {messages(steps).map((message, index) => (
          <Arrow key={index} message={message} x={x} receivers={receivers} step={step} />
        ))}
        {steps.map((told, row) => (
          <g key={row} class={`row ${row > step ? "later" : ""} ${told.story ? "story" : ""}`} data-step={row + 1} onClick={() => go(row)}>
            <rect class="hit" x={0} y={TOP + row * ROW} width={total} height={ROW} />
            <text x={NUMBERS - 14} y={TOP + row * ROW + 21} text-anchor="end" class="number">
              {row + 1}
            </text>
            {told.agent && (
              <>
                <circle cx={x(told.agent)} cy={TOP + row * ROW + ROW / 2} r={5} />
                <text x={x(told.agent) + 10} y={TOP + row * ROW + 13} class="label">
                  {told.label}
                </text>
              </>
            )}
          </g>
        ))}
      </svg>
    </div>
  );
}

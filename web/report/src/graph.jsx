// Graphs: laid out by dagre, edges drawn by d3-shape.

import dagre from "@dagrejs/dagre";
import { curveBasis, line } from "d3-shape";

const CHARACTER = 8.4;
const path = line((point) => point.x, (point) => point.y).curve(curveBasis);

function laidOut(nodes, edges, direction) {
  const graph = new dagre.graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: direction, nodesep: 24, ranksep: 56, edgesep: 18, marginx: 12, marginy: 12 });
  for (const node of nodes) {
    graph.setNode(node.id, { ...node, width: Math.max(48, node.text.length * CHARACTER + 24), height: 34 });
  }
  for (const edge of edges) {
    graph.setEdge(
      edge.from,
      edge.to,
      { ...edge, width: edge.text.length * CHARACTER + 8, height: edge.text ? 20 : 0, labelpos: "c" },
      edge.text + edge.from + edge.to,
    );
  }
  dagre.layout(graph);
  return graph;
}

function Graph({ nodes, edges, title, direction = "LR", name }) {
  const graph = laidOut(nodes, edges, direction);
  const { width, height } = graph.graph();
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={title}>
      <svg class="graph" width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={title}>
        <defs>
          <marker id={`head-${name}`} viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto-start-reverse">
            <path d="M 0 0 L 10 5 L 0 10 z" class="head" />
          </marker>
        </defs>
        {graph.edges().map((key) => {
          const edge = graph.edge(key);
          return (
            <g key={key.v + key.w + key.name} class={`edge ${edge.kind || ""}`}>
              <path d={path(edge.points)} marker-end={edge.kind === "uses" ? undefined : `url(#head-${name})`} />
              {edge.text && (
                <text x={edge.x} y={edge.y + 4} text-anchor="middle">
                  {edge.text}
                </text>
              )}
            </g>
          );
        })}
        {graph.nodes().map((id) => {
          const node = graph.node(id);
          return (
            <g key={id} class={`node ${node.kind}`}>
              <rect
                x={node.x - node.width / 2}
                y={node.y - node.height / 2}
                width={node.width}
                height={node.height}
                rx={node.kind === "agent" ? 16 : 2}
              />
              <text x={node.x} y={node.y + 5} text-anchor="middle">
                {node.text}
              </text>
            </g>
          );
        })}
      </svg>
    </div>
  );
}

export function TopologyGraph({ agents, objects }) {
  const nodes = agents.map((agent) => ({ id: `agent ${agent}`, text: agent, kind: "agent" }));
  const edges = [];
  for (const object of objects) {
    if (object.sort === "channel") {
      for (const sender of object.senders) {
        for (const receiver of object.receivers) {
          edges.push({ from: `agent ${sender}`, to: `agent ${receiver}`, text: object.name });
        }
      }
    } else {
      nodes.push({ id: object.name, text: `${object.sort} ${object.name}`, kind: object.sort });
      for (const user of object.users) edges.push({ from: `agent ${user}`, to: object.name, text: "", kind: "uses" });
    }
  }
  const words = `${agents.length} agents, ${objects.length} shared objects`;
  return (
    <>
      <Graph nodes={nodes} edges={edges} title={`topology: ${words}`} name="topology" />
      <ul class="plain">
        {objects.map((object) => (
          <li key={object.name}>
            <b>{object.name}</b> {object.words}
          </li>
        ))}
      </ul>
    </>
  );
}

export function WaitGraph({ waits, agents }) {
  const waiting = new Set(waits.map((wait) => wait.agent));
  const named = new Set([...waiting, ...waits.flatMap((wait) => wait.providers.map((provider) => provider.agent))]);
  const done = new Set(waits.flatMap((wait) => wait.providers.filter((provider) => provider.done).map((provider) => provider.agent)));
  const nodes = agents
    .filter((agent) => named.has(agent))
    .map((agent) => ({ id: agent, text: done.has(agent) ? `${agent} (ended)` : agent, kind: done.has(agent) ? "agent done" : "agent" }));
  const edges = [];
  for (const wait of waits) {
    const usable = wait.providers.filter((provider) => !provider.done && provider.later);
    const shown = usable.length ? usable : wait.providers;
    for (const provider of shown) edges.push({ from: wait.agent, to: provider.agent, text: wait.name });
    if (shown.length === 0) {
      const id = `nobody for ${wait.name}`;
      if (!nodes.some((node) => node.id === id)) nodes.push({ id, text: "nobody", kind: "agent done" });
      edges.push({ from: wait.agent, to: id, text: wait.name });
    }
  }
  return <Graph nodes={nodes} edges={edges} title="wait graph: an arrow leads from who waits to who could end the wait" name="waits" />;
}

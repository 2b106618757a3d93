// node_modules/preact/dist/preact.mjs
var e, t, n, r, i, a, o, s, c, l, u, d = Symbol.for("pv"), f = {}, p = [], m = /^m(i|n|o|s|text|space)$/, h = Array.isArray, g = p.slice, _ = Object.assign;
function v(e) {
	e && e.parentNode && e.remove();
}
function y(e, t, n) {
	var r, i, a, o = {}, s = arguments.length;
	for (a in t) a == "key" ? r = t[a] : a == "ref" && typeof e != "function" ? i = t[a] : o[a] = t[a];
	return s > 2 && (o.children = s > 3 ? g.call(arguments, 2) : n), b(e, o, r, i, null);
}
function b(n, r, i, a, o) {
	var s = {
		type: n,
		props: r,
		key: i,
		ref: a,
		__k: null,
		__: null,
		__b: 0,
		__e: null,
		__c: null,
		constructor: d,
		__v: o || ++t,
		__i: -1,
		__u: 0
	};
	return !o && e.vnode && e.vnode(s), s;
}
function x(e) {
	return e.children;
}
function S(e, t) {
	this.props = e, this.context = t, this.__g = 0;
}
function C(e, t) {
	if (t == null) return e.__ && C(e.__, e.__i + 1);
	for (var n; t < e.__k.length; t++) if ((n = e.__k[t]) && n.__e) return n.__e;
	return typeof e.type != "function" || e.props.__P ? null : C(e);
}
function w(t) {
	var n, r = t.__v, i = r.__e, a = [], o = [], s = t.__P;
	s && ((n = _({ constructor: d }, r)).__v = r.__v + 1, e.vnode && e.vnode(n), oe(s, n, r, t.__n, s.namespaceURI, 32 & r.__u ? [i] : null, a, i || C(r), 32 & r.__u, o), n.__v = r.__v, n.__.__k[n.__i] = n, k(a, n, o), r.__ = r.__e = null, n.__e != i && T(n));
}
function T(e) {
	if ((e = e.__) && e.__c && !e.props.__P) return e.__e = null, e.__k.some(function(t) {
		return t && (e.__e = t.__e);
	}), T(e);
}
function E(t) {
	(8 & t.__g || (t.__g |= 8, r.push(t), a++)) && i == e.debounceRendering || ((i = e.debounceRendering) || queueMicrotask)(D);
}
function D() {
	try {
		for (var e, t = 1; r.length;) r.length > t && r.sort(o), e = r.shift(), t = r.length, 8 & e.__g && w(e);
	} finally {
		(a = r.length) && (i || queueMicrotask)(D);
	}
}
function ee(e, t, n, r, i, a, o, s, c, l, u) {
	var d, m, h, g, _, v, y = r.__k || p, b = t.length;
	for (c = te(n, t, y, c, b), d = 0; d < b; d++) (h = n.__k[d]) != null && (m = ~h.__i && y[h.__i] || f, h.__i = d, v = oe(e, h, m, i, a, o, s, c, l, u), g = h.__e, (m.ref != h.ref || 8 & m.__u) && (m.ref && A(m.ref, null, h, m), h.ref && u.push(h.ref, h.__c || g, h)), _ ||= g, 4 & h.__u ? (c = O(h, c, e, !m.__v), m.__e && (m.__e = null)) : typeof h.type == "function" && v !== void 0 ? c = v : g && (c = g.nextSibling), h.__u &= -21);
	return n.__e = _, c;
}
function te(e, t, n, r, i) {
	var a, o, s, c, l, u, f, p, m, g = n.length, _ = g, v = 0, y = 0, S = e.__k = Array(i);
	for (a = 0; a < i; a++) (o = t[a]) != null && typeof o != "boolean" && typeof o != "function" ? (typeof o != "object" || o.constructor === String ? o = S[a] = b(null, o) : h(o) ? o = S[a] = b(x, { children: o }) : o.constructor === d && o.__b ? o = S[a] = b(o.type, o.props, o.key, o.ref, o.__v) : S[a] = o, c = a + v, o.__ = e, o.__b = e.__b + 1, s = null, ~(l = o.__i = ne(o, n, c, _)) && (_--, (s = n[l]) && (s.__u |= 2)), s && s.__v ? (o.__u |= 16, l == c - 1 ? v-- : l == c + 1 ? v++ : l != c && (l > c ? v-- : v++, y = 1)) : (~l || (i > g ? v-- : i < g && v++), typeof o.type != "function" && (o.__u |= 4))) : S[a] = null;
	if (y) {
		for (u = [], f = [], a = 0; a < i; a++) if ((o = S[a]) && 16 & o.__u) {
			for (v = 0, p = u.length; v < p;) u[m = v + p >> 1] < o.__i ? v = m + 1 : p = m;
			u[v] = o.__i, f[a] = v + 1;
		}
		for (v = u.length; a--;) f[a] && (f[a] == v ? v-- : S[a].__u |= 4);
	}
	if (_) for (a = 0; a < g; a++) !(s = n[a]) || 2 & s.__u || (s.__e == r && (r = C(s)), ue(s, s));
	return r;
}
function O(e, t, n, r) {
	var i, a, o, s;
	if (typeof e.type == "function") {
		if (e.props.__P) return t;
		if (i = e.__k) for (a = 0; a < i.length; a++) i[a] && (i[a].__ = e, t = O(i[a], t, n, !1));
		return t;
	}
	for (t && !t.parentNode && (t = C(e)) && !t.parentNode && (t = null), o = e.__e, s = t; s && s.nodeType == 8;) s = s.nextSibling;
	for (o != s && (!r && n.moveBefore && o.parentNode ? n.moveBefore(o, t) : n.insertBefore(o, t || null)), t = o; (t &&= t.nextSibling) && t.nodeType == 8 && !t.data.startsWith("$s"););
	return t;
}
function ne(e, t, n, r) {
	var i, a = e.key, o = e.type, s = t[n], c = s && !(2 & s.__u);
	if (s === null && a == null || c && a == s.key && o == s.type) return n;
	if (r > +!!c) {
		for (i = n - 1; i >= 0; i--) if ((s = t[i]) && !(2 & s.__u) && a == s.key && o == s.type) return i;
		for (i = n + 1; i < t.length; i++) if ((s = t[i]) && !(2 & s.__u) && a == s.key && o == s.type) return i;
	}
	return -1;
}
function re(e, t, n) {
	n ??= "", t[0] == "-" ? e.setProperty(t, n) : e[t] = n;
}
function ie(e, t, n, r, i) {
	var a, o;
	if (t == "style") {
		if (typeof n == "string") e.style.cssText = n;
		else {
			if (typeof r == "string" && (e.style.cssText = r = ""), r) for (t in r) n && t in n || re(e.style, t);
			if (n) for (t in n) r && n[t] == r[t] || re(e.style, t, n[t]);
		}
	} else if (t[0] == "o" && t[1] == "n") typeof n != "function" && (n = null), typeof r != "function" && (r = null), (e.__e ||= {})[t] = n, n && r || (o = u[t] || (u[t] = ae(t)), (e.__a ||= {})[t] = l, a = t != (t = t.replace(c, "$1")), (t = t.slice(2))[0] < "a" && (t = t.toLowerCase()), n ? e.addEventListener(t, o, a) : e.removeEventListener(t, o, a));
	else {
		if (i == "http://www.w3.org/2000/svg") t = t.replace(/xlink(H|:h)/, "h").replace(/sName$/, "s");
		else if (t != "width" && t != "height" && t != "href" && t != "list" && t != "form" && t != "tabIndex" && t != "download" && t != "rowSpan" && t != "colSpan" && t != "role" && t != "popover" && t in e) try {
			e[t] = n ?? "";
			return;
		} catch {}
		if (typeof n == "function") return;
		n == null || !1 === n && t[4] != "-" ? e.removeAttribute(t) : e.setAttribute(t, t == "popover" && n == 1 ? "" : n);
	}
}
function ae(t) {
	return function(n) {
		var r = this.__e;
		if (r) {
			if (r = r[t], n[s] == null) n[s] = l++;
			else if (n[s] < this.__a[t]) return;
			return r(e.event ? e.event(n) : n);
		}
	};
}
function oe(t, n, r, i, a, o, s, c, l, u) {
	var f, m, g, y, b, w, T, E, D, te, O, ne, re, ie, ae, oe, k, A, j = n.type;
	if (n.constructor !== d) return null;
	128 & r.__u && (l = 32 & r.__u, f = r.__c.__z) && (n.__u |= l, m = o = [], f.nodeType == 8 ? c = se(f, o) : o.push(f), c = o[0] || c), (f = e.__b) && f(n);
	n: if (typeof j == "function") {
		g = s.length;
		try {
			if (E = n.props, D = (f = j.prototype) && f.render, te = (f = j.contextType) && i[f.__c], O = f ? te ? te.props.value : f.__ : i, (y = r.__c) ? (n.__c = y, 2 & y.__g && (y.__g |= 1)) : (D ? n.__c = y = new j(E, O) : (n.__c = y = new S(E, O), y.constructor = j, y.render = de), te && te.sub(y), y.state || (y.state = {}), y.__n = i, y.__g |= 8, y.__h = [], y.__k = []), D && (y.__s || (y.__s = y.state), j.getDerivedStateFromProps && (y.__s == y.state && (y.__s = _({}, y.__s)), _(y.__s, j.getDerivedStateFromProps(E, y.__s)))), b = y.props, w = y.state, y.__v = n, r.__c) {
				if (E !== b && D && !j.getDerivedStateFromProps && y.componentWillReceiveProps && y.componentWillReceiveProps(E, O), n.__v == r.__v && !(8 & y.__g) || !(4 & y.__g) && y.shouldComponentUpdate && !1 === y.shouldComponentUpdate(E, y.__s, O)) {
					n.__v != r.__v && (y.props = E, y.state = y.__s, y.__g &= -9), n.__e = r.__e, n.__k = r.__k, n.__k.some(function(e) {
						e && (e.__ = n);
					}), p.push.apply(y.__h, y.__k), y.__k = [], y.__h.length && s.push(y), c = C(r);
					break n;
				}
				y.componentWillUpdate && y.componentWillUpdate(E, y.__s, O), D && y.componentDidUpdate && y.__h.push(function() {
					y.componentDidUpdate(b, w, T);
				});
			} else D && !j.getDerivedStateFromProps && y.componentWillMount && y.componentWillMount(), D && y.componentDidMount && y.__h.push(y.componentDidMount);
			y.context = O, y.props = E, y.__P = t, y.__g &= -5, ne = e.__r, re = D ? 25 : 0;
			do
				y.__g &= -9, ne && ne(n), f = y.render(y.props, y.state = y.__s, y.context);
			while (8 & y.__g && ++re < 25);
			D && (p.push.apply(y.__h, y.__k), y.__k = []), y.state = y.__s, y.getChildContext && (i = _({}, i, y.getChildContext())), D && r.__c && y.getSnapshotBeforeUpdate && (T = y.getSnapshotBeforeUpdate(b, w)), ie = f && f.type === x && f.key == null ? f.props.children : f, E.__P && (f = c, a = (t = E.__P).namespaceURI, l = o = null, r.props && r.props.__P != t && (r.__k.some(function(e) {
				e && ue(e, e);
			}), r.__k = null), c = r.__k ? C(r, 0) : null), c = ee(t, h(ie) ? ie : [ie], n, r, i, a, o, s, c, l, u), E.__P && (n.__e = null, c = f), n.__u &= -161, m && m.some(v), y.__h.length && s.push(y), 1 & y.__g && (y.__g &= -4);
		} catch (t) {
			if (s.length = g, n.__v = null, l || o) {
				if (t && t.then) {
					if (n.__u |= 128 | l, o) {
						for (~(k = o.indexOf(c || void 0)) || (k = o.length); (A = o[k - 1]) && A.nodeType == 8;) k--;
						for (; k < o.length; k++) if (A = o[k]) {
							if (o[k] = null, ae) {
								if (A == oe) break;
							} else {
								if (A.nodeType != 8) break;
								A.data.startsWith("$s") && (oe = se(ae = A));
							}
						}
					}
					if (!ae) {
						for (; c && c.nodeType == 8 && c.nextSibling;) c = c.nextSibling;
						ae = c;
					}
					(f = se(ae = n.__c.__z || (n.__c.__z = ae))) ? (n.__e = ae, c = f) : n.__e = c, c &&= c.nextSibling;
				} else o && o.some(v);
			} else n.__e = r.__e;
			n.__k ||= r.__k || [], t && t.then || ce(n), e.__e(t, n, r);
		}
	} else c = n.__e = le(r.__e, n, r, i, a, o, s, l, u, t);
	return (f = e.diffed) && f(n), c;
}
function se(e, t) {
	if (e && e.nodeType == 8 && e.data.startsWith("$s")) for (var n = 1; e = e.nextSibling;) {
		if (e.nodeType == 8) {
			if (e.data.startsWith("$s")) n++;
			else if (e.data.startsWith("/$s") && !--n) return e;
		}
		t && t.push(e);
	}
}
function ce(e) {
	e && (e.__c && (e.__c.__g |= 4), e.__k && e.__k.some(ce));
}
function k(t, n, r) {
	for (var i = 0; i < r.length;) A(r[i++], r[i++], r[i++]);
	e.__c && e.__c(n, t), t.some(function(n) {
		try {
			t = n.__h, n.__h = [], t.some(function(e) {
				e.call(n);
			});
		} catch (t) {
			e.__e(t, n.__v);
		}
	});
}
function le(t, n, r, i, a, o, s, c, l, u) {
	var d, p, _, y, b, x, S, w, T = r.props || f, E = n.props, D = n.type;
	if (D == "svg" ? a = "http://www.w3.org/2000/svg" : D == "math" ? a = "http://www.w3.org/1998/Math/MathML" : a ||= "http://www.w3.org/1999/xhtml", o) {
		for (d = 0; d < o.length; d++) if ((b = o[d]) && (D ? b.localName == D : b.nodeType == 3)) {
			t = b, o[d] = null;
			break;
		}
	}
	if (!t) {
		if (w = u.ownerDocument || document, !D) return w.createTextNode(E);
		t = w.createElementNS(a, D, E.is ? E : u), c &&= (e.__m && e.__m(n, o), !1), o = null;
	}
	if (D) {
		if (u = D == "template" && t.content || t, o = D == "textarea" && E.defaultValue != null ? null : o && g.call(u.childNodes), !c && o) for (T = {}, d = 0; d < t.attributes.length; d++) T[(b = t.attributes[d]).name] = b.value;
		for (d in T) b = T[d], d == "dangerouslySetInnerHTML" ? _ = b : d == "children" || d in E || d == "value" && "defaultValue" in E || d == "checked" && "defaultChecked" in E || ie(t, d, null, b, a);
		for (d in E) b = E[d], d == "children" ? y = b : d == "dangerouslySetInnerHTML" ? p = b : d == "value" ? x = b : d == "checked" ? S = b : c && typeof b != "function" || T[d] === b || ie(t, d, b, T[d], a);
		p ? (c || _ && (p.__html == _.__html || p.__html == t.innerHTML) || (t.innerHTML = p.__html), n.__k = []) : (_ && (t.textContent = ""), (D == "foreignObject" || a == "http://www.w3.org/1998/Math/MathML" && m.test(D)) && (a = "http://www.w3.org/1999/xhtml"), ee(u, h(y) ? y : [y], n, r, i, a, o, s, o ? o[0] : r.__k && C(r, 0), c, l), o && o.some(v)), c && D != "textarea" || (d = "value", D == "progress" && x == null ? t.removeAttribute(d) : x == null || x === t[d] && (D != "progress" || x) || ie(t, d, x, T[d], a), d = "checked", S != null && S != t[d] && ie(t, d, S, T[d], a));
	} else T === E || c && t.data == E || (t.data = E);
	return t;
}
function A(t, n, r, i) {
	try {
		typeof t == "function" ? n ? n.__x = t(n) || 1 : (i &&= i.__c || i.__e) && (n = i.__x) && (i.__x = null, typeof n == "function" ? n() : t(null)) : t.current = n;
	} catch (t) {
		e.__e(t, r);
	}
}
function ue(t, n, r) {
	var i, a, o, s;
	if (e.unmount && e.unmount(t), !(i = t.ref) || i.current && i.current != t.__e || A(i, null, n, t), i = t.__c) {
		if (i.componentWillUnmount) try {
			i.componentWillUnmount();
		} catch (t) {
			e.__e(t, n);
		}
		i.__P = i.__n = null;
	}
	if (i = t.__k) for (s = 0; s < i.length; s++) i[s] && ue(i[s], n, typeof t.type != "function" || r && !t.props.__P);
	!r && (i = t.__c) && (i = i.__z) && (a = se(i, o = [])) && (i == t.__e && o.some(v), v(a), v(i)), r || v(t.__e), t.__e = t.__c = t.__ = null;
}
function de(e, t, n) {
	return this.constructor(e, n);
}
function j(t, n) {
	var r, i, a, o;
	e.__ && e.__(t, n), n.nodeType == 9 && (n = n.documentElement), i = (r = t && 32 & t.__u) ? null : n.__k, n.__k = b(x, { children: [t] }), a = [], o = [], oe(n, n.__k, i || f, f, n.namespaceURI, i ? null : n.firstChild ? g.call(n.childNodes) : null, a, i ? i.__e : n.firstChild, r, o), k(a, n.__k, o), n.__k.props.children = null;
}
e = { __e: function(e, t, n, r) {
	for (var i, o, s; t = t.__;) if ((i = t.__c) && !(1 & i.__g)) {
		i.__g |= 4;
		try {
			if ((s = (o = i.constructor) && o.getDerivedStateFromError) && i.setState(o.getDerivedStateFromError(e)), i.componentDidCatch && (i.componentDidCatch(e, r || {}), s = 1), s && 8 & i.__g) return void (i.__g |= 2);
		} catch (t) {
			e = t;
		}
	}
	throw a = 0, e;
} }, t = 0, n = function(e) {
	return e != null && e.constructor === d;
}, S.prototype.setState = function(e, t) {
	var n = this.__s;
	n && n != this.state || (n = this.__s = _({}, this.state)), typeof e == "function" && (e = e(_({}, n), this.props)), e && (_(n, e), this.__v && (t && this.__k.push(t), E(this)));
}, S.prototype.forceUpdate = function(e) {
	this.__v && (this.__g |= 4, e && this.__h.push(e), E(this));
}, S.prototype.render = x, r = [], a = 0, o = function(e, t) {
	return e.__v.__b - t.__v.__b;
}, s = Symbol(), c = /(PointerCapture)$|Capture$/i, l = 0, u = {};
// src/selection.ts
var fe = {
	view: "topics",
	topic: null,
	document: null,
	word: null,
	query: "",
	column: null,
	lambda: .6
}, pe = [
	"topics",
	"documents",
	"groups",
	"training"
];
function me(e) {
	let t = new URLSearchParams();
	e.view !== fe.view && t.set("view", e.view);
	for (let n of [
		"topic",
		"document",
		"word",
		"column"
	]) {
		let r = e[n];
		r !== null && t.set(n, String(r));
	}
	return e.query && t.set("query", e.query), e.lambda !== fe.lambda && t.set("lambda", String(e.lambda)), t.toString();
}
function he(e) {
	let t = new URLSearchParams(e.replace(/^#/, "")), n = (e) => {
		let n = t.get(e);
		return n !== null && /^\d{1,9}$/.test(n) ? Number(n) : null;
	}, r = t.get("view") ?? "", i = Number(t.get("lambda") ?? fe.lambda);
	return {
		view: pe.includes(r) ? r : fe.view,
		topic: n("topic"),
		document: n("document"),
		word: t.get("word"),
		query: t.get("query") ?? "",
		column: t.get("column"),
		lambda: i >= 0 && i <= 1 ? i : fe.lambda
	};
}
function ge(e) {
	return new URLSearchParams(e.replace(/^#/, "")).get("token");
}
// src/socket_host.ts
var _e = class {
	token;
	listener;
	createSocket;
	canTrain = !0;
	socket = null;
	waiting = /* @__PURE__ */ new Map();
	nextId = 1;
	view = {
		lambda: .6,
		words: 8
	};
	attempts = 0;
	constructor(e, t, n = (e, t) => new WebSocket(e, t)) {
		this.token = e, this.listener = t, this.createSocket = n;
	}
	connect() {
		let e = `ws://${location.host}/socket`, t = this.createSocket(e, ["thalweg.1", `token.${this.token}`]);
		this.socket = t;
		let n = !1;
		t.onopen = () => {
			n = !0, this.attempts = 0, this.listener.onConnection(!0), this.sendView();
		}, t.onmessage = (e) => this.receive(JSON.parse(String(e.data))), t.onclose = () => {
			this.socket = null;
			for (let e of this.waiting.values()) e.reject(/* @__PURE__ */ Error("the connection was lost"));
			this.waiting.clear();
			let e = n || this.attempts < 3 ? "The explorer is not reachable. Trying again." : "The explorer has ended, or this address is an old one. Use the address that it printed.";
			this.listener.onConnection(!1, e), this.attempts += 1, setTimeout(() => this.connect(), Math.min(500 * 2 ** Math.min(this.attempts, 4), 5e3));
		};
	}
	request(e, t) {
		return new Promise((n, r) => {
			if (this.socket?.readyState !== 1) {
				r(/* @__PURE__ */ Error("not connected"));
				return;
			}
			let i = this.nextId++;
			this.waiting.set(i, {
				resolve: n,
				reject: r
			}), this.socket.send(JSON.stringify({
				type: "request",
				id: i,
				name: e,
				params: t
			}));
		});
	}
	setView(e, t) {
		this.view = {
			lambda: e,
			words: t
		}, this.sendView();
	}
	async download(e) {
		let t = await fetch(`/download/${e}`, { headers: { Authorization: `Bearer ${this.token}` } });
		if (!t.ok) throw Error(await t.text());
		ve(await t.blob(), e);
	}
	sendView() {
		this.socket?.readyState === 1 && this.socket.send(JSON.stringify({
			type: "view",
			...this.view
		}));
	}
	receive(e) {
		if (e.type === "frame") {
			let t = e;
			this.listener.onFrame(t), this.socket?.send(JSON.stringify({
				type: "ack",
				frame: t.frame
			}));
		} else if (e.type === "hello") this.listener.onHello(e);
		else if (e.id !== void 0 && e.id !== null) {
			let t = this.waiting.get(e.id);
			this.waiting.delete(e.id), e.type === "answer" ? t?.resolve(e.result) : t?.reject(Error(e.message ?? "the request failed"));
		}
	}
};
function ve(e, t) {
	let n = document.createElement("a");
	n.href = URL.createObjectURL(e), n.download = t, n.click(), setTimeout(() => URL.revokeObjectURL(n.href), 1e3);
}
// node_modules/preact/hooks/dist/hooks.mjs
var ye, M, be, xe, Se = Object.is, Ce = 0, we = [], Te = [], N = e, Ee = N.__b, De = N.__r, Oe = N.diffed, ke = N.__c, Ae = N.unmount, je = N.__;
function Me(e, t) {
	N.__h && N.__h(M, e, Ce || t), Ce = 0;
	var n = M.__H || (M.__H = {
		__: [],
		__h: []
	});
	return e >= n.__.length && n.__.push({}), n.__[e];
}
function P(e) {
	return Ce = 1, Ne(We, e);
}
function Ne(e, t, n) {
	var r = Me(ye++, 2);
	if (r.t = e, !r.__c && (r.__ = [n ? n(t) : We(void 0, t), function(e) {
		var t = (r.__N || r.__)[0], n = r.t(t, e);
		Se(t, n) || (r.__N = [n, r.__[1]], r.__c.setState({}));
	}], r.__c = M, !M.__f)) {
		M.__f = !0;
		var i = M.shouldComponentUpdate;
		M.shouldComponentUpdate = function(e, t, n) {
			var r = this.__H;
			if (!r) return !0;
			var a = !1, o = this.props != e;
			if (r.__.some(function(e) {
				e.__N && (a = !0, Se(e.__[0], e.__N[0]) || (o = !0));
			}), i) {
				var s = i.call(this, e, t, n);
				return a ? s || o : s;
			}
			return !a || o;
		};
	}
	return r.__;
}
function Pe(e, t) {
	var n = Me(ye++, 3);
	!N.__s && Ue(n.__H, t) && (n.__P = !0, n.__ = e, n.u = t, M.__H.__h.push(n));
}
function Fe(e) {
	return Ce = 5, Ie(function() {
		return { current: e };
	}, []);
}
function Ie(e, t) {
	var n = Me(ye++, 7);
	return Ue(n.__H, t) && (n.__ = e(), n.__H = t), n.__;
}
function Le() {
	var e;
	do {
		for (; e = Te.shift();) try {
			Ve(e);
		} catch (t) {
			N.__e(t, { __: (e = e.__P) && e.__v });
		}
		for (; e = we.shift();) {
			var t = e.__H;
			if (e.__P && t) try {
				t.__h.some(Ve), t.__h.some(He), t.__h = [];
			} catch (n) {
				t.__h = [], N.__e(n, e.__v);
			}
		}
	} while (Te.length);
}
N.__b = function(e) {
	M = null, Ee && Ee(e);
}, N.__ = function(e, t) {
	e && t.__k && t.__k.__m && (e.__m = t.__k.__m), je && je(e, t);
}, N.__r = function(e) {
	De && De(e), ye = 0;
	var t = (M = e.__c).__H;
	t && (be == M ? M.__h = [] : (t.__h.some(Ve), t.__h.some(He), ye = 0), t.__h = [], t.__.some(function(e) {
		e.__N && (e.__ = e.__N), e.u = e.__N = void 0;
	})), be = M;
}, N.diffed = function(e) {
	Oe && Oe(e);
	var t = e.__c;
	t && t.__H && (t.__H.__h.length && Be(we.push(t)), t.__H.__.some(function(e) {
		e.u && (e.__H = e.u);
	})), be = M = null;
}, N.__c = function(e, t) {
	t.some(function(e) {
		try {
			e.__h.some(Ve), e.__h = e.__h.filter(function(e) {
				return !e.__ || He(e);
			});
		} catch (t) {
			e.__h = [function() {
				throw t;
			}];
		}
	}), ke && ke(e, t);
}, N.unmount = function(e) {
	Ae && Ae(e);
	var t, n, r = e.__c;
	r && r.__H && (r.__H.__.some(function(r) {
		try {
			if (r.__P && r.__c) {
				if (n === void 0) {
					for (n = e.__; n && (!n.__c || !n.__c.__P);) n = n.__;
					n &&= n.__c;
				}
				r.__P = n, Be(Te.push(r));
			} else Ve(r);
		} catch (e) {
			t = e;
		}
	}), r.__H = void 0, t && N.__e(t, r.__v));
};
var Re = typeof requestAnimationFrame == "function";
function ze(e) {
	var t, n = function() {
		clearTimeout(r), Re && cancelAnimationFrame(t), setTimeout(e);
	}, r = setTimeout(n, 35);
	Re && (t = requestAnimationFrame(n));
}
function Be(e) {
	e != 1 && xe == N.requestAnimationFrame || ((xe = N.requestAnimationFrame) || ze)(Le);
}
function Ve(e) {
	var t = M, n = e.__c;
	typeof n == "function" && (e.__c = void 0, n()), M = t;
}
function He(e) {
	var t = M;
	e.__c = e.__(), M = t;
}
function Ue(e, t) {
	return !e || e.length != t.length || t.some(function(t, n) {
		return !Se(t, e[n]);
	});
}
function We(e, t) {
	return typeof t == "function" ? t(e) : t;
}
// node_modules/@preact/signals-core/dist/signals-core.module.js
var Ge = Symbol.for("preact-signals");
function Ke() {
	if (I > 1) I--;
	else {
		var e, t = !1;
		for ((function() {
			var e = et;
			for (et = void 0; e !== void 0;) {
				var t = e.S;
				if (t.v === e.v) for (var n = t.t; n !== void 0; n = n.x) n.i === e.i && (n.i = t.i);
				e = e.o;
			}
		})(); Xe !== void 0;) {
			var n = Xe;
			for (Xe = void 0, Ze++; n !== void 0;) {
				var r = n.u;
				if (n.u = void 0, n.f &= -3, !(8 & n.f) && rt(n)) try {
					n.c();
				} catch (n) {
					t ||= (e = n, !0);
				}
				n = r;
			}
		}
		if (Ze = 0, I--, t) throw e;
	}
}
function qe(e) {
	if (I > 0) return e();
	$e = ++Qe, I++;
	try {
		return e();
	} finally {
		Ke();
	}
}
var Je, F = void 0;
function Ye(e) {
	var t = F, n = Je;
	F = void 0, Je = void 0;
	try {
		return e();
	} finally {
		F = t, Je = n;
	}
}
var Xe = void 0, I = 0, Ze = 0, Qe = 0, $e = 0, et = void 0, tt = 0;
function nt(e) {
	if (F !== void 0) {
		var t = e.n;
		if (t === void 0 || t.t !== F) return t = {
			i: 0,
			S: e,
			p: F.s,
			n: void 0,
			t: F,
			e: void 0,
			x: void 0,
			r: t
		}, F.s !== void 0 && (F.s.n = t), F.s = t, e.n = t, 32 & F.f && e.S(t), t;
		if (t.i === -1) return t.i = 0, t.n !== void 0 && (t.n.p = t.p, t.p !== void 0 && (t.p.n = t.n), t.p = F.s, t.n = void 0, F.s.n = t, F.s = t), t;
	}
}
function L(e, t) {
	this.v = e, this.i = 0, this.n = void 0, this.t = void 0, this.l = 0, this.W = t?.watched, this.Z = t?.unwatched, this.name = t?.name;
}
L.prototype.brand = Ge, L.prototype.h = function() {
	return !0;
}, L.prototype.S = function(e) {
	var t = this, n = this.t;
	n !== e && e.e === void 0 && (e.x = n, this.t = e, n === void 0 ? Ye(function() {
		var e;
		(e = t.W) == null || e.call(t);
	}) : n.e = e);
}, L.prototype.U = function(e) {
	var t = this;
	if (this.t !== void 0) {
		var n = e.e, r = e.x;
		n !== void 0 && (n.x = r, e.e = void 0), r !== void 0 && (r.e = n, e.x = void 0), e === this.t && (this.t = r, r === void 0 && Ye(function() {
			var e;
			(e = t.Z) == null || e.call(t);
		}));
	}
}, L.prototype.subscribe = function(e) {
	var t = this;
	return ft(function() {
		var n = t.value;
		Ye(function() {
			return e(n);
		});
	}, { name: "sub" });
}, L.prototype.valueOf = function() {
	return this.value;
}, L.prototype.toString = function() {
	return this.value + "";
}, L.prototype.toJSON = function() {
	return this.value;
}, L.prototype.peek = function() {
	var e = this;
	return Ye(function() {
		return e.value;
	});
}, Object.defineProperty(L.prototype, "value", {
	get: function() {
		var e = nt(this);
		return e !== void 0 && (e.i = this.i), this.v;
	},
	set: function(e) {
		if (e !== this.v) {
			if (Ze > 100) throw Error("Cycle detected");
			(function(e) {
				I !== 0 && Ze === 0 && e.l !== $e && (e.l = $e, et = {
					S: e,
					v: e.v,
					i: e.i,
					o: et
				});
			})(this), this.v = e, this.i++, tt++, I++;
			try {
				for (var t = this.t; t !== void 0; t = t.x) t.t.N();
			} finally {
				Ke();
			}
		}
	}
});
function R(e, t) {
	return new L(e, t);
}
function rt(e) {
	for (var t = e.s; t !== void 0; t = t.n) if (t.S.i !== t.i || !t.S.h() || t.S.i !== t.i) return !0;
	return !1;
}
function it(e) {
	for (var t = e.s; t !== void 0; t = t.n) {
		var n = t.S.n;
		if (n !== void 0 && (t.r = n), t.S.n = t, t.i = -1, t.n === void 0) {
			e.s = t;
			break;
		}
	}
}
function at(e) {
	for (var t = e.s, n = void 0; t !== void 0;) {
		var r = t.p;
		t.i === -1 ? (t.S.U(t), r !== void 0 && (r.n = t.n), t.n !== void 0 && (t.n.p = r)) : n = t, t.S.n = t.r, t.r !== void 0 && (t.r = void 0), t = r;
	}
	e.s = n;
}
function ot(e, t) {
	L.call(this, void 0, t), this.x = e, this.s = void 0, this.g = tt - 1, this.f = 4;
}
ot.prototype = new L(), ot.prototype.h = function() {
	if (this.f &= -3, 1 & this.f) return !1;
	if ((36 & this.f) == 32 || (this.f &= -5, this.g === tt)) return !0;
	if (this.g = tt, this.f |= 1, this.i > 0 && !rt(this)) return this.f &= -2, !0;
	var e = F;
	try {
		it(this), F = this;
		var t = this.x();
		(16 & this.f || this.v !== t || this.i === 0) && (this.v = t, this.f &= -17, this.i++);
	} catch (e) {
		this.v = e, this.f |= 16, this.i++;
	}
	return F = e, at(this), this.f &= -2, !0;
}, ot.prototype.S = function(e) {
	if (this.t === void 0) {
		this.f |= 36;
		for (var t = this.s; t !== void 0; t = t.n) t.S.S(t);
	}
	L.prototype.S.call(this, e);
}, ot.prototype.U = function(e) {
	if (this.t !== void 0 && (L.prototype.U.call(this, e), this.t === void 0)) {
		this.f &= -33;
		for (var t = this.s; t !== void 0; t = t.n) t.S.U(t);
	}
}, ot.prototype.N = function() {
	if (!(2 & this.f)) {
		this.f |= 6;
		for (var e = this.t; e !== void 0; e = e.x) e.t.N();
	}
}, Object.defineProperty(ot.prototype, "value", { get: function() {
	if (1 & this.f) throw Error("Cycle detected");
	var e = nt(this);
	if (this.h(), e !== void 0 && (e.i = this.i), 16 & this.f) throw this.v;
	return this.v;
} });
function st(e, t) {
	return new ot(e, t);
}
function ct(e) {
	var t = e.j;
	if (e.j = void 0, typeof t == "function") {
		I++;
		var n = F;
		F = void 0;
		try {
			t();
		} catch (t) {
			throw e.f &= -2, e.f |= 8, lt(e), t;
		} finally {
			F = n, Ke();
		}
	}
}
function lt(e) {
	for (var t = e.s; t !== void 0; t = t.n) t.S.U(t);
	e.x = void 0, e.s = void 0, ct(e);
}
function ut(e) {
	if (F !== this) throw Error("Out-of-order effect");
	at(this), F = e, this.f &= -2;
	try {
		8 & this.f && lt(this);
	} finally {
		Ke();
	}
}
function dt(e, t) {
	this.x = e, this.j = void 0, this.s = void 0, this.u = void 0, this.f = 32, this.name = t?.name, Je && Je.push(this);
}
dt.prototype.c = function() {
	var e = this.S();
	try {
		if (8 & this.f || this.x === void 0) return;
		var t = this.x();
		typeof t == "function" && (this.j = t);
	} finally {
		e();
	}
}, dt.prototype.S = function() {
	if (1 & this.f) throw Error("Cycle detected");
	this.f |= 1, this.f &= -9, ct(this), it(this), I++;
	var e = F;
	return F = this, ut.bind(this, e);
}, dt.prototype.N = function() {
	2 & this.f || (this.f |= 2, this.u = Xe, Xe = this);
}, dt.prototype.d = function() {
	this.f |= 8, 1 & this.f || lt(this);
}, dt.prototype.dispose = function() {
	this.d();
};
function ft(e, t) {
	var n = new dt(e, t);
	try {
		n.c();
	} catch (e) {
		throw n.d(), e;
	}
	var r = n.d.bind(n);
	return r[Symbol.dispose] = r, r;
}
// node_modules/@preact/signals/dist/signals.module.js
var pt, mt, ht = typeof window < "u" && !!window.__PREACT_SIGNALS_DEVTOOLS__, gt = [];
ft(function() {
	pt = this.N;
})();
function _t(t, n) {
	e[t] = n.bind(null, e[t] || function() {});
}
function vt(e) {
	if (mt) {
		var t = mt;
		mt = void 0, t();
	}
	mt = e && e.S();
}
function yt(e) {
	var t = this, r = e.data, i = xt(r);
	i.name = "ReactiveDom", i.value = r;
	var a = Ie(function() {
		for (var e = t, r = t.__v; r = r.__;) if (r.__c) {
			r.__c.__$f |= 4;
			break;
		}
		var a = st(function() {
			var e = i.value.value;
			return e === 0 ? 0 : !0 === e ? "" : e || "";
		}), o = st(function() {
			return !Array.isArray(a.value) && !n(a.value);
		}), s = ft(function() {
			if (this.N = wt, o.value) {
				var t = a.value;
				e.__v && e.__v.__e && e.__v.__e.nodeType === 3 && (e.__v.__e.data = t);
			}
		}), c = t.__$u.d;
		return t.__$u.d = function() {
			s(), c.call(this);
		}, [o, a];
	}, []), o = a[0], s = a[1];
	return o.value ? s.peek() : s.value;
}
yt.displayName = "ReactiveTextNode", Object.defineProperties(L.prototype, {
	constructor: {
		configurable: !0,
		value: y(x, null).constructor
	},
	type: {
		configurable: !0,
		value: yt
	},
	props: {
		configurable: !0,
		get: function() {
			var e = this;
			return { data: { get value() {
				return e.value;
			} } };
		}
	},
	__b: {
		configurable: !0,
		value: 1
	}
}), _t("__b", function(e, t) {
	if (vt(), typeof t.type == "string") {
		var n, r = t.props;
		for (var i in r) if (i !== "children") {
			var a = r[i];
			a instanceof L && (n || (t.__np = n = {}), n[i] = a, r[i] = a.peek());
		}
	}
	e(t);
}), _t("__r", function(e, t) {
	if (e(t), t.type !== x) {
		vt();
		var n, r = t.__c;
		r && (r.__$f &= -2, (n = r.__$u) === void 0 && (r.__$u = n = function(e, t) {
			var n;
			return ft(function() {
				n = this;
			}, { name: t }), n.c = e, n;
		}(function(e) {
			return function() {
				var t;
				ht && ((t = this.y) == null || t.call(this)), e.__$f |= 1, e.setState({});
			};
		}(r), typeof t.type == "function" ? t.type.displayName || t.type.name : ""))), vt(n);
	}
}), _t("__e", function(e, t, n, r) {
	vt(), e(t, n, r);
}), _t("diffed", function(e, t) {
	vt();
	var n;
	if (typeof t.type == "string" && (n = t.__e)) {
		var r = t.__np, i = t.props, a = n.U;
		if (a) for (var o in a) {
			var s = a[o];
			s === void 0 || r && o in r || (s.d(), a[o] = void 0);
		}
		if (r) for (var c in a || (a = {}, n.U = a), r) {
			var l = a[c], u = r[c];
			l === void 0 ? (l = bt(n, c, u, i), a[c] = l) : l.o(u, i);
		}
	}
	e(t);
});
function bt(e, t, n, r) {
	var i = t in e && e.ownerSVGElement === void 0, a = R(n);
	return {
		o: function(e, t) {
			a.value = e, r = t;
		},
		d: ft(function() {
			this.N = wt;
			var n = a.value.value;
			r[t] !== n && (r[t] = n, i ? e[t] = n : n != null && (!1 !== n || t[4] === "-") ? e.setAttribute(t, n) : e.removeAttribute(t));
		})
	};
}
_t("unmount", function(e, t) {
	if (typeof t.type == "string") {
		var n = t.__e;
		if (n) {
			var r = n.U;
			if (r) for (var i in n.U = void 0, r) {
				var a = r[i];
				a && a.d();
			}
		}
		var o = t.__np;
		if (o) {
			var s = t.props;
			for (var c in o) s[c] = o[c];
		}
		t.__np = void 0;
	} else {
		var l = t.__c;
		if (l) {
			l.__$f |= 8;
			var u = l.__$u;
			u && (l.__$u = void 0, u.d());
		}
	}
	e(t);
}), _t("__h", function(e, t, n, r) {
	r < 3 && (t.__$f |= 2), e(t, n, r);
}), S.prototype.shouldComponentUpdate = function(e, t) {
	if (this.__R) return !0;
	var n = this.__$u, r = n && n.s !== void 0;
	for (var i in t) return !0;
	if (this.__f || typeof this.u == "boolean" && !0 === this.u) {
		var a = 2 & this.__$f;
		if (!(r || a || 4 & this.__$f) || 1 & this.__$f) return !0;
	} else if (!(r || 4 & this.__$f) || 3 & this.__$f) return !0;
	for (var o in e) if (o !== "__source" && e[o] !== this.props[o]) return !0;
	for (var s in this.props) if (!(s in e)) return !0;
	return !1;
};
function xt(e, t) {
	return Ie(function() {
		return R(e, t);
	}, []);
}
var St = function(e) {
	queueMicrotask(function() {
		queueMicrotask(e);
	});
};
function Ct() {
	qe(function() {
		for (var e; e = gt.shift();) pt.call(e);
	});
}
function wt() {
	gt.push(this) === 1 && (e.requestAnimationFrame || St)(Ct);
}
// src/text.ts
var Tt = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, Et = 60;
function z(e) {
	return e.replace(Tt, (e) => `\\x${e.charCodeAt(0).toString(16).padStart(2, "0")}`);
}
function B(e) {
	let t = z(e.length > 240 ? e.slice(0, 240) : e);
	return t.length > Et ? `${t.slice(0, 59)}…` : t;
}
function V(e, t = 1) {
	return `${(100 * e).toFixed(t)}%`;
}
var Dt = new Intl.NumberFormat("en");
function H(e) {
	return Dt.format(Math.round(e));
}
function Ot(e) {
	return e < 60 ? `${e.toFixed(+(e < 10))} s` : e < 3600 ? `${Math.round(e / 60)} min` : `${(e / 3600).toFixed(1)} h`;
}
// src/store.ts
var kt = 120, At = R(null), jt = R(""), U = R(null), Mt = R({
	isConnected: !1,
	why: ""
}), W = R(fe), Nt = R("number"), Pt = R(!1), Ft = R(""), It = R([]);
function Lt(e) {
	let t = e[e.length - 1]?.shares.length ?? 0, n = Math.ceil(e.length / kt), r = e.filter((e, t) => t % Math.max(1, n) === 0);
	return Array.from({ length: t }, (e, t) => r.map((e) => e.shares[t] ?? 0));
}
async function Rt(e) {
	let t = await At.value?.request("training", {}).catch(() => null);
	if (t && U.value?.run === e) {
		let e = Lt(t.history);
		(e[0]?.length ?? 0) > (It.value[0]?.length ?? 0) && (It.value = e);
	}
}
var zt = st(() => U.value?.topics ?? []), Bt = st(() => {
	let e = [...zt.value];
	return Nt.value === "share" && e.sort((e, t) => t.share - e.share || e.topic - t.topic), Nt.value === "coherence" && e.sort((e, t) => (t.coherence ?? -2) - (e.coherence ?? -2) || e.topic - t.topic), e;
});
function G(e, t = 3) {
	let n = zt.value[e];
	return n ? z(n.name ?? n.words.slice(0, t).join(", ")) : `topic ${e}`;
}
function K(e) {
	W.value = {
		...W.value,
		...e
	};
}
function Vt() {
	return {
		onHello(e) {
			jt.value = e.title;
		},
		onFrame(e) {
			let t = U.value;
			t && t.run !== e.run && (It.value = [], t.is_preview && !e.is_preview && (Ft.value = "All documents have been read. Training has started again, on all of them.", W.value.topic !== null && K({ topic: null }))), e.topics.length && (It.value = Ht(It.value, e.topics)), U.value = e;
			let n = e.phase === "done" && t?.phase !== "done";
			e.topics.length && (n || t?.run !== e.run) && Rt(e.run);
		},
		onConnection(e, t = "") {
			Mt.value = {
				isConnected: e,
				why: t
			};
		}
	};
}
function Ht(e, t) {
	return t.map((t, n) => {
		let r = [...e[n] ?? [], t.share];
		return r.length > kt ? r.filter((e, t) => t % 2 == 0) : r;
	});
}
function Ut() {
	W.value = he(location.hash), ft(() => {
		let e = me(W.value);
		location.hash.replace(/^#/, "") !== e && window.history.pushState(null, "", e ? `#${e}` : location.pathname);
	}), window.addEventListener("popstate", () => {
		W.value = he(location.hash);
	}), ft(() => At.value?.setView(W.value.lambda, 8));
}
// node_modules/d3-array/dist/d3-array.mjs
function Wt(e, t) {
	return e == null || t == null ? NaN : e < t ? -1 : e > t ? 1 : e >= t ? 0 : NaN;
}
function Gt(e, t) {
	return e == null || t == null ? NaN : t < e ? -1 : t > e ? 1 : t >= e ? 0 : NaN;
}
function Kt(e) {
	let t, n, r;
	e.length === 2 ? (t = e === Wt || e === Gt ? e : qt, n = e, r = e) : (t = Wt, n = (t, n) => Wt(e(t), n), r = (t, n) => e(t) - n);
	function i(e, r, i = 0, a = e.length) {
		if (i < a) {
			if (t(r, r) !== 0) return a;
			do {
				let t = i + a >>> 1;
				n(e[t], r) < 0 ? i = t + 1 : a = t;
			} while (i < a);
		}
		return i;
	}
	function a(e, r, i = 0, a = e.length) {
		if (i < a) {
			if (t(r, r) !== 0) return a;
			do {
				let t = i + a >>> 1;
				n(e[t], r) <= 0 ? i = t + 1 : a = t;
			} while (i < a);
		}
		return i;
	}
	function o(e, t, n = 0, a = e.length) {
		let o = i(e, t, n, a - 1);
		return o > n && r(e[o - 1], t) > -r(e[o], t) ? o - 1 : o;
	}
	return {
		left: i,
		center: o,
		right: a
	};
}
function qt() {
	return 0;
}
function Jt(e) {
	return e === null ? NaN : +e;
}
var Yt = Kt(Wt), Xt = Yt.right;
Yt.left, Kt(Jt).center;
function Zt(e, t) {
	let n, r;
	if (t === void 0) for (let t of e) t != null && (n === void 0 ? t >= t && (n = r = t) : (n > t && (n = t), r < t && (r = t)));
	else {
		let i = -1;
		for (let a of e) (a = t(a, ++i, e)) != null && (n === void 0 ? a >= a && (n = r = a) : (n > a && (n = a), r < a && (r = a)));
	}
	return [n, r];
}
Array.prototype.slice;
var Qt = Math.sqrt(50), $t = Math.sqrt(10), en = Math.sqrt(2);
function tn(e, t, n) {
	let r = (t - e) / Math.max(0, n), i = Math.floor(Math.log10(r)), a = r / 10 ** i, o = a >= Qt ? 10 : a >= $t ? 5 : a >= en ? 2 : 1, s, c, l;
	return i < 0 ? (l = 10 ** -i / o, s = Math.round(e * l), c = Math.round(t * l), s / l < e && ++s, c / l > t && --c, l = -l) : (l = 10 ** i * o, s = Math.round(e / l), c = Math.round(t / l), s * l < e && ++s, c * l > t && --c), c < s && .5 <= n && n < 2 ? tn(e, t, n * 2) : [
		s,
		c,
		l
	];
}
function nn(e, t, n) {
	if (t = +t, e = +e, n = +n, !(n > 0)) return [];
	if (e === t) return [e];
	let r = t < e, [i, a, o] = r ? tn(t, e, n) : tn(e, t, n);
	if (!(a >= i)) return [];
	let s = a - i + 1, c = Array(s);
	if (r) {
		if (o < 0) for (let e = 0; e < s; ++e) c[e] = (a - e) / -o;
		else for (let e = 0; e < s; ++e) c[e] = (a - e) * o;
	} else if (o < 0) for (let e = 0; e < s; ++e) c[e] = (i + e) / -o;
	else for (let e = 0; e < s; ++e) c[e] = (i + e) * o;
	return c;
}
function rn(e, t, n) {
	return t = +t, e = +e, n = +n, tn(e, t, n)[2];
}
function an(e, t, n) {
	t = +t, e = +e, n = +n;
	let r = t < e, i = r ? rn(t, e, n) : rn(e, t, n);
	return (r ? -1 : 1) * (i < 0 ? 1 / -i : i);
}
function on(e, t) {
	let n;
	if (t === void 0) for (let t of e) t != null && (n < t || n === void 0 && t >= t) && (n = t);
	else {
		let r = -1;
		for (let i of e) (i = t(i, ++r, e)) != null && (n < i || n === void 0 && i >= i) && (n = i);
	}
	return n;
}
// node_modules/d3-color/dist/d3-color.mjs
function sn(e, t, n) {
	e.prototype = t.prototype = n, n.constructor = e;
}
function cn(e, t) {
	var n = Object.create(e.prototype);
	for (var r in t) n[r] = t[r];
	return n;
}
function ln() {}
var un = .7, dn = 1 / un, fn = "\\s*([+-]?\\d+)\\s*", pn = "\\s*([+-]?(?:\\d*\\.)?\\d+(?:[eE][+-]?\\d+)?)\\s*", q = "\\s*([+-]?(?:\\d*\\.)?\\d+(?:[eE][+-]?\\d+)?)%\\s*", mn = /^#([0-9a-f]{3,8})$/, hn = RegExp(`^rgb\\(${fn},${fn},${fn}\\)$`), gn = RegExp(`^rgb\\(${q},${q},${q}\\)$`), _n = RegExp(`^rgba\\(${fn},${fn},${fn},${pn}\\)$`), vn = RegExp(`^rgba\\(${q},${q},${q},${pn}\\)$`), yn = RegExp(`^hsl\\(${pn},${q},${q}\\)$`), bn = RegExp(`^hsla\\(${pn},${q},${q},${pn}\\)$`), xn = {
	aliceblue: 15792383,
	antiquewhite: 16444375,
	aqua: 65535,
	aquamarine: 8388564,
	azure: 15794175,
	beige: 16119260,
	bisque: 16770244,
	black: 0,
	blanchedalmond: 16772045,
	blue: 255,
	blueviolet: 9055202,
	brown: 10824234,
	burlywood: 14596231,
	cadetblue: 6266528,
	chartreuse: 8388352,
	chocolate: 13789470,
	coral: 16744272,
	cornflowerblue: 6591981,
	cornsilk: 16775388,
	crimson: 14423100,
	cyan: 65535,
	darkblue: 139,
	darkcyan: 35723,
	darkgoldenrod: 12092939,
	darkgray: 11119017,
	darkgreen: 25600,
	darkgrey: 11119017,
	darkkhaki: 12433259,
	darkmagenta: 9109643,
	darkolivegreen: 5597999,
	darkorange: 16747520,
	darkorchid: 10040012,
	darkred: 9109504,
	darksalmon: 15308410,
	darkseagreen: 9419919,
	darkslateblue: 4734347,
	darkslategray: 3100495,
	darkslategrey: 3100495,
	darkturquoise: 52945,
	darkviolet: 9699539,
	deeppink: 16716947,
	deepskyblue: 49151,
	dimgray: 6908265,
	dimgrey: 6908265,
	dodgerblue: 2003199,
	firebrick: 11674146,
	floralwhite: 16775920,
	forestgreen: 2263842,
	fuchsia: 16711935,
	gainsboro: 14474460,
	ghostwhite: 16316671,
	gold: 16766720,
	goldenrod: 14329120,
	gray: 8421504,
	green: 32768,
	greenyellow: 11403055,
	grey: 8421504,
	honeydew: 15794160,
	hotpink: 16738740,
	indianred: 13458524,
	indigo: 4915330,
	ivory: 16777200,
	khaki: 15787660,
	lavender: 15132410,
	lavenderblush: 16773365,
	lawngreen: 8190976,
	lemonchiffon: 16775885,
	lightblue: 11393254,
	lightcoral: 15761536,
	lightcyan: 14745599,
	lightgoldenrodyellow: 16448210,
	lightgray: 13882323,
	lightgreen: 9498256,
	lightgrey: 13882323,
	lightpink: 16758465,
	lightsalmon: 16752762,
	lightseagreen: 2142890,
	lightskyblue: 8900346,
	lightslategray: 7833753,
	lightslategrey: 7833753,
	lightsteelblue: 11584734,
	lightyellow: 16777184,
	lime: 65280,
	limegreen: 3329330,
	linen: 16445670,
	magenta: 16711935,
	maroon: 8388608,
	mediumaquamarine: 6737322,
	mediumblue: 205,
	mediumorchid: 12211667,
	mediumpurple: 9662683,
	mediumseagreen: 3978097,
	mediumslateblue: 8087790,
	mediumspringgreen: 64154,
	mediumturquoise: 4772300,
	mediumvioletred: 13047173,
	midnightblue: 1644912,
	mintcream: 16121850,
	mistyrose: 16770273,
	moccasin: 16770229,
	navajowhite: 16768685,
	navy: 128,
	oldlace: 16643558,
	olive: 8421376,
	olivedrab: 7048739,
	orange: 16753920,
	orangered: 16729344,
	orchid: 14315734,
	palegoldenrod: 15657130,
	palegreen: 10025880,
	paleturquoise: 11529966,
	palevioletred: 14381203,
	papayawhip: 16773077,
	peachpuff: 16767673,
	peru: 13468991,
	pink: 16761035,
	plum: 14524637,
	powderblue: 11591910,
	purple: 8388736,
	rebeccapurple: 6697881,
	red: 16711680,
	rosybrown: 12357519,
	royalblue: 4286945,
	saddlebrown: 9127187,
	salmon: 16416882,
	sandybrown: 16032864,
	seagreen: 3050327,
	seashell: 16774638,
	sienna: 10506797,
	silver: 12632256,
	skyblue: 8900331,
	slateblue: 6970061,
	slategray: 7372944,
	slategrey: 7372944,
	snow: 16775930,
	springgreen: 65407,
	steelblue: 4620980,
	tan: 13808780,
	teal: 32896,
	thistle: 14204888,
	tomato: 16737095,
	turquoise: 4251856,
	violet: 15631086,
	wheat: 16113331,
	white: 16777215,
	whitesmoke: 16119285,
	yellow: 16776960,
	yellowgreen: 10145074
};
sn(ln, En, {
	copy(e) {
		return Object.assign(new this.constructor(), this, e);
	},
	displayable() {
		return this.rgb().displayable();
	},
	hex: Sn,
	formatHex: Sn,
	formatHex8: Cn,
	formatHsl: wn,
	formatRgb: Tn,
	toString: Tn
});
function Sn() {
	return this.rgb().formatHex();
}
function Cn() {
	return this.rgb().formatHex8();
}
function wn() {
	return Rn(this).formatHsl();
}
function Tn() {
	return this.rgb().formatRgb();
}
function En(e) {
	var t, n;
	return e = (e + "").trim().toLowerCase(), (t = mn.exec(e)) ? (n = t[1].length, t = parseInt(t[1], 16), n === 6 ? Dn(t) : n === 3 ? new J(t >> 8 & 15 | t >> 4 & 240, t >> 4 & 15 | t & 240, (t & 15) << 4 | t & 15, 1) : n === 8 ? On(t >> 24 & 255, t >> 16 & 255, t >> 8 & 255, (t & 255) / 255) : n === 4 ? On(t >> 12 & 15 | t >> 8 & 240, t >> 8 & 15 | t >> 4 & 240, t >> 4 & 15 | t & 240, ((t & 15) << 4 | t & 15) / 255) : null) : (t = hn.exec(e)) ? new J(t[1], t[2], t[3], 1) : (t = gn.exec(e)) ? new J(t[1] * 255 / 100, t[2] * 255 / 100, t[3] * 255 / 100, 1) : (t = _n.exec(e)) ? On(t[1], t[2], t[3], t[4]) : (t = vn.exec(e)) ? On(t[1] * 255 / 100, t[2] * 255 / 100, t[3] * 255 / 100, t[4]) : (t = yn.exec(e)) ? Ln(t[1], t[2] / 100, t[3] / 100, 1) : (t = bn.exec(e)) ? Ln(t[1], t[2] / 100, t[3] / 100, t[4]) : xn.hasOwnProperty(e) ? Dn(xn[e]) : e === "transparent" ? new J(NaN, NaN, NaN, 0) : null;
}
function Dn(e) {
	return new J(e >> 16 & 255, e >> 8 & 255, e & 255, 1);
}
function On(e, t, n, r) {
	return r <= 0 && (e = t = n = NaN), new J(e, t, n, r);
}
function kn(e) {
	return e instanceof ln || (e = En(e)), e ? (e = e.rgb(), new J(e.r, e.g, e.b, e.opacity)) : new J();
}
function An(e, t, n, r) {
	return arguments.length === 1 ? kn(e) : new J(e, t, n, r ?? 1);
}
function J(e, t, n, r) {
	this.r = +e, this.g = +t, this.b = +n, this.opacity = +r;
}
sn(J, An, cn(ln, {
	brighter(e) {
		return e = e == null ? dn : dn ** +e, new J(this.r * e, this.g * e, this.b * e, this.opacity);
	},
	darker(e) {
		return e = e == null ? un : un ** +e, new J(this.r * e, this.g * e, this.b * e, this.opacity);
	},
	rgb() {
		return this;
	},
	clamp() {
		return new J(Fn(this.r), Fn(this.g), Fn(this.b), Pn(this.opacity));
	},
	displayable() {
		return -.5 <= this.r && this.r < 255.5 && -.5 <= this.g && this.g < 255.5 && -.5 <= this.b && this.b < 255.5 && 0 <= this.opacity && this.opacity <= 1;
	},
	hex: jn,
	formatHex: jn,
	formatHex8: Mn,
	formatRgb: Nn,
	toString: Nn
}));
function jn() {
	return `#${In(this.r)}${In(this.g)}${In(this.b)}`;
}
function Mn() {
	return `#${In(this.r)}${In(this.g)}${In(this.b)}${In((isNaN(this.opacity) ? 1 : this.opacity) * 255)}`;
}
function Nn() {
	let e = Pn(this.opacity);
	return `${e === 1 ? "rgb(" : "rgba("}${Fn(this.r)}, ${Fn(this.g)}, ${Fn(this.b)}${e === 1 ? ")" : `, ${e})`}`;
}
function Pn(e) {
	return isNaN(e) ? 1 : Math.max(0, Math.min(1, e));
}
function Fn(e) {
	return Math.max(0, Math.min(255, Math.round(e) || 0));
}
function In(e) {
	return e = Fn(e), (e < 16 ? "0" : "") + e.toString(16);
}
function Ln(e, t, n, r) {
	return r <= 0 ? e = t = n = NaN : n <= 0 || n >= 1 ? e = t = NaN : t <= 0 && (e = NaN), new Y(e, t, n, r);
}
function Rn(e) {
	if (e instanceof Y) return new Y(e.h, e.s, e.l, e.opacity);
	if (e instanceof ln || (e = En(e)), !e) return new Y();
	if (e instanceof Y) return e;
	e = e.rgb();
	var t = e.r / 255, n = e.g / 255, r = e.b / 255, i = Math.min(t, n, r), a = Math.max(t, n, r), o = NaN, s = a - i, c = (a + i) / 2;
	return s ? (o = t === a ? (n - r) / s + (n < r) * 6 : n === a ? (r - t) / s + 2 : (t - n) / s + 4, s /= c < .5 ? a + i : 2 - a - i, o *= 60) : s = c > 0 && c < 1 ? 0 : o, new Y(o, s, c, e.opacity);
}
function zn(e, t, n, r) {
	return arguments.length === 1 ? Rn(e) : new Y(e, t, n, r ?? 1);
}
function Y(e, t, n, r) {
	this.h = +e, this.s = +t, this.l = +n, this.opacity = +r;
}
sn(Y, zn, cn(ln, {
	brighter(e) {
		return e = e == null ? dn : dn ** +e, new Y(this.h, this.s, this.l * e, this.opacity);
	},
	darker(e) {
		return e = e == null ? un : un ** +e, new Y(this.h, this.s, this.l * e, this.opacity);
	},
	rgb() {
		var e = this.h % 360 + (this.h < 0) * 360, t = isNaN(e) || isNaN(this.s) ? 0 : this.s, n = this.l, r = n + (n < .5 ? n : 1 - n) * t, i = 2 * n - r;
		return new J(Hn(e >= 240 ? e - 240 : e + 120, i, r), Hn(e, i, r), Hn(e < 120 ? e + 240 : e - 120, i, r), this.opacity);
	},
	clamp() {
		return new Y(Bn(this.h), Vn(this.s), Vn(this.l), Pn(this.opacity));
	},
	displayable() {
		return (0 <= this.s && this.s <= 1 || isNaN(this.s)) && 0 <= this.l && this.l <= 1 && 0 <= this.opacity && this.opacity <= 1;
	},
	formatHsl() {
		let e = Pn(this.opacity);
		return `${e === 1 ? "hsl(" : "hsla("}${Bn(this.h)}, ${Vn(this.s) * 100}%, ${Vn(this.l) * 100}%${e === 1 ? ")" : `, ${e})`}`;
	}
}));
function Bn(e) {
	return e = (e || 0) % 360, e < 0 ? e + 360 : e;
}
function Vn(e) {
	return Math.max(0, Math.min(1, e || 0));
}
function Hn(e, t, n) {
	return (e < 60 ? t + (n - t) * e / 60 : e < 180 ? n : e < 240 ? t + (n - t) * (240 - e) / 60 : t) * 255;
}
var Un = Math.PI / 180, Wn = 180 / Math.PI, Gn = 18, Kn = .96422, qn = 1, Jn = .82521, Yn = 4 / 29, Xn = 6 / 29, Zn = 3 * Xn * Xn, Qn = Xn * Xn * Xn;
function $n(e) {
	if (e instanceof X) return new X(e.l, e.a, e.b, e.opacity);
	if (e instanceof sr) return cr(e);
	e instanceof J || (e = kn(e));
	var t = ir(e.r), n = ir(e.g), r = ir(e.b), i = tr((.2225045 * t + .7168786 * n + .0606169 * r) / qn), a, o;
	return t === n && n === r ? a = o = i : (a = tr((.4360747 * t + .3850649 * n + .1430804 * r) / Kn), o = tr((.0139322 * t + .0971045 * n + .7141733 * r) / Jn)), new X(116 * i - 16, 500 * (a - i), 200 * (i - o), e.opacity);
}
function er(e, t, n, r) {
	return arguments.length === 1 ? $n(e) : new X(e, t, n, r ?? 1);
}
function X(e, t, n, r) {
	this.l = +e, this.a = +t, this.b = +n, this.opacity = +r;
}
sn(X, er, cn(ln, {
	brighter(e) {
		return new X(this.l + Gn * (e ?? 1), this.a, this.b, this.opacity);
	},
	darker(e) {
		return new X(this.l - Gn * (e ?? 1), this.a, this.b, this.opacity);
	},
	rgb() {
		var e = (this.l + 16) / 116, t = isNaN(this.a) ? e : e + this.a / 500, n = isNaN(this.b) ? e : e - this.b / 200;
		return t = Kn * nr(t), e = qn * nr(e), n = Jn * nr(n), new J(rr(3.1338561 * t - 1.6168667 * e - .4906146 * n), rr(-.9787684 * t + 1.9161415 * e + .033454 * n), rr(.0719453 * t - .2289914 * e + 1.4052427 * n), this.opacity);
	}
}));
function tr(e) {
	return e > Qn ? e ** (1 / 3) : e / Zn + Yn;
}
function nr(e) {
	return e > Xn ? e * e * e : Zn * (e - Yn);
}
function rr(e) {
	return 255 * (e <= .0031308 ? 12.92 * e : 1.055 * e ** (1 / 2.4) - .055);
}
function ir(e) {
	return (e /= 255) <= .04045 ? e / 12.92 : ((e + .055) / 1.055) ** 2.4;
}
function ar(e) {
	if (e instanceof sr) return new sr(e.h, e.c, e.l, e.opacity);
	if (e instanceof X || (e = $n(e)), e.a === 0 && e.b === 0) return new sr(NaN, 0 < e.l && e.l < 100 ? 0 : NaN, e.l, e.opacity);
	var t = Math.atan2(e.b, e.a) * Wn;
	return new sr(t < 0 ? t + 360 : t, Math.sqrt(e.a * e.a + e.b * e.b), e.l, e.opacity);
}
function or(e, t, n, r) {
	return arguments.length === 1 ? ar(e) : new sr(e, t, n, r ?? 1);
}
function sr(e, t, n, r) {
	this.h = +e, this.c = +t, this.l = +n, this.opacity = +r;
}
function cr(e) {
	if (isNaN(e.h)) return new X(e.l, 0, 0, e.opacity);
	var t = e.h * Un;
	return new X(e.l, Math.cos(t) * e.c, Math.sin(t) * e.c, e.opacity);
}
sn(sr, or, cn(ln, {
	brighter(e) {
		return new sr(this.h, this.c, this.l + Gn * (e ?? 1), this.opacity);
	},
	darker(e) {
		return new sr(this.h, this.c, this.l - Gn * (e ?? 1), this.opacity);
	},
	rgb() {
		return cr(this).rgb();
	}
}));
var lr = -.14861, ur = 1.78277, dr = -.29227, fr = -.90649, pr = 1.97294, mr = pr * fr, hr = pr * ur, gr = ur * dr - fr * lr;
function _r(e) {
	if (e instanceof yr) return new yr(e.h, e.s, e.l, e.opacity);
	e instanceof J || (e = kn(e));
	var t = e.r / 255, n = e.g / 255, r = e.b / 255, i = (gr * r + mr * t - hr * n) / (gr + mr - hr), a = r - i, o = (pr * (n - i) - dr * a) / fr, s = Math.sqrt(o * o + a * a) / (pr * i * (1 - i)), c = s ? Math.atan2(o, a) * Wn - 120 : NaN;
	return new yr(c < 0 ? c + 360 : c, s, i, e.opacity);
}
function vr(e, t, n, r) {
	return arguments.length === 1 ? _r(e) : new yr(e, t, n, r ?? 1);
}
function yr(e, t, n, r) {
	this.h = +e, this.s = +t, this.l = +n, this.opacity = +r;
}
sn(yr, vr, cn(ln, {
	brighter(e) {
		return e = e == null ? dn : dn ** +e, new yr(this.h, this.s, this.l * e, this.opacity);
	},
	darker(e) {
		return e = e == null ? un : un ** +e, new yr(this.h, this.s, this.l * e, this.opacity);
	},
	rgb() {
		var e = isNaN(this.h) ? 0 : (this.h + 120) * Un, t = +this.l, n = isNaN(this.s) ? 0 : this.s * t * (1 - t), r = Math.cos(e), i = Math.sin(e);
		return new J(255 * (t + n * (lr * r + ur * i)), 255 * (t + n * (dr * r + fr * i)), 255 * (t + pr * r * n), this.opacity);
	}
}));
var br = (e) => () => e;
function xr(e, t) {
	return function(n) {
		return e + n * t;
	};
}
function Sr(e, t, n) {
	return e **= +n, t = t ** +n - e, n = 1 / n, function(r) {
		return (e + r * t) ** +n;
	};
}
function Cr(e, t) {
	var n = t - e;
	return n ? xr(e, n > 180 || n < -180 ? n - 360 * Math.round(n / 360) : n) : br(isNaN(e) ? t : e);
}
function wr(e) {
	return (e = +e) == 1 ? Tr : function(t, n) {
		return n - t ? Sr(t, n, e) : br(isNaN(t) ? n : t);
	};
}
function Tr(e, t) {
	var n = t - e;
	return n ? xr(e, n) : br(isNaN(e) ? t : e);
}
var Er = (function e(t) {
	var n = wr(t);
	function r(e, t) {
		var r = n((e = An(e)).r, (t = An(t)).r), i = n(e.g, t.g), a = n(e.b, t.b), o = Tr(e.opacity, t.opacity);
		return function(t) {
			return e.r = r(t), e.g = i(t), e.b = a(t), e.opacity = o(t), e + "";
		};
	}
	return r.gamma = e, r;
})(1);
function Dr(e, t) {
	t ||= [];
	var n = e ? Math.min(t.length, e.length) : 0, r = t.slice(), i;
	return function(a) {
		for (i = 0; i < n; ++i) r[i] = e[i] * (1 - a) + t[i] * a;
		return r;
	};
}
function Or(e) {
	return ArrayBuffer.isView(e) && !(e instanceof DataView);
}
function kr(e, t) {
	for (var n = t ? t.length : 0, r = e ? Math.min(n, e.length) : 0, i = Array(r), a = Array(n), o = 0; o < r; ++o) i[o] = Rr(e[o], t[o]);
	for (; o < n; ++o) a[o] = t[o];
	return function(e) {
		for (o = 0; o < r; ++o) a[o] = i[o](e);
		return a;
	};
}
function Ar(e, t) {
	var n = /* @__PURE__ */ new Date();
	return e = +e, t = +t, function(r) {
		return n.setTime(e * (1 - r) + t * r), n;
	};
}
function jr(e, t) {
	return e = +e, t = +t, function(n) {
		return e * (1 - n) + t * n;
	};
}
function Mr(e, t) {
	var n = {}, r = {}, i;
	for (i in typeof e == "object" && e || (e = {}), typeof t == "object" && t || (t = {}), t) i in e ? n[i] = Rr(e[i], t[i]) : r[i] = t[i];
	return function(e) {
		for (i in n) r[i] = n[i](e);
		return r;
	};
}
var Nr = /[-+]?(?:\d+\.?\d*|\.?\d+)(?:[eE][-+]?\d+)?/g, Pr = new RegExp(Nr.source, "g");
function Fr(e) {
	return function() {
		return e;
	};
}
function Ir(e) {
	return function(t) {
		return e(t) + "";
	};
}
function Lr(e, t) {
	var n = Nr.lastIndex = Pr.lastIndex = 0, r, i, a, o = -1, s = [], c = [];
	for (e += "", t += ""; (r = Nr.exec(e)) && (i = Pr.exec(t));) (a = i.index) > n && (a = t.slice(n, a), s[o] ? s[o] += a : s[++o] = a), (r = r[0]) === (i = i[0]) ? s[o] ? s[o] += i : s[++o] = i : (s[++o] = null, c.push({
		i: o,
		x: jr(r, i)
	})), n = Pr.lastIndex;
	return n < t.length && (a = t.slice(n), s[o] ? s[o] += a : s[++o] = a), s.length < 2 ? c[0] ? Ir(c[0].x) : Fr(t) : (t = c.length, function(e) {
		for (var n = 0, r; n < t; ++n) s[(r = c[n]).i] = r.x(e);
		return s.join("");
	});
}
function Rr(e, t) {
	var n = typeof t, r;
	return t == null || n === "boolean" ? br(t) : (n === "number" ? jr : n === "string" ? (r = En(t)) ? (t = r, Er) : Lr : t instanceof En ? Er : t instanceof Date ? Ar : Or(t) ? Dr : Array.isArray(t) ? kr : typeof t.valueOf != "function" && typeof t.toString != "function" || isNaN(t) ? Mr : jr)(e, t);
}
function zr(e, t) {
	return e = +e, t = +t, function(n) {
		return Math.round(e * (1 - n) + t * n);
	};
}
var Br = 1e-12;
function Vr(e) {
	return ((e = Math.exp(e)) + 1 / e) / 2;
}
function Hr(e) {
	return ((e = Math.exp(e)) - 1 / e) / 2;
}
function Ur(e) {
	return ((e = Math.exp(2 * e)) - 1) / (e + 1);
}
(function e(t, n, r) {
	function i(e, i) {
		var a = e[0], o = e[1], s = e[2], c = i[0], l = i[1], u = i[2], d = c - a, f = l - o, p = d * d + f * f, m, h;
		if (p < Br) h = Math.log(u / s) / t, m = function(e) {
			return [
				a + e * d,
				o + e * f,
				s * Math.exp(t * e * h)
			];
		};
		else {
			var g = Math.sqrt(p), _ = (u * u - s * s + r * p) / (2 * s * n * g), v = (u * u - s * s - r * p) / (2 * u * n * g), y = Math.log(Math.sqrt(_ * _ + 1) - _);
			h = (Math.log(Math.sqrt(v * v + 1) - v) - y) / t, m = function(e) {
				var r = e * h, i = Vr(y), c = s / (n * g) * (i * Ur(t * r + y) - Hr(y));
				return [
					a + c * d,
					o + c * f,
					s * i / Vr(t * r + y)
				];
			};
		}
		return m.duration = Math.abs(h) * 1e3 * t / Math.SQRT2, m;
	}
	return i.rho = function(t) {
		var n = Math.max(.001, +t), r = n * n;
		return e(n, r, r * r);
	}, i;
})(Math.SQRT2, 2, 4);
function Wr(e) {
	return (function t(n) {
		n = +n;
		function r(t, r) {
			var i = e((t = vr(t)).h, (r = vr(r)).h), a = Tr(t.s, r.s), o = Tr(t.l, r.l), s = Tr(t.opacity, r.opacity);
			return function(e) {
				return t.h = i(e), t.s = a(e), t.l = o(e ** +n), t.opacity = s(e), t + "";
			};
		}
		return r.gamma = t, r;
	})(1);
}
Wr(Cr), Wr(Tr);
// node_modules/d3-format/dist/d3-format.mjs
function Gr(e) {
	return Math.abs(e = Math.round(e)) >= 1e21 ? e.toLocaleString("en").replace(/,/g, "") : e.toString(10);
}
function Kr(e, t) {
	if (!isFinite(e) || e === 0) return null;
	var n = (e = t ? e.toExponential(t - 1) : e.toExponential()).indexOf("e"), r = e.slice(0, n);
	return [r.length > 1 ? r[0] + r.slice(2) : r, +e.slice(n + 1)];
}
function qr(e) {
	return e = Kr(Math.abs(e)), e ? e[1] : NaN;
}
function Jr(e, t) {
	return function(n, r) {
		for (var i = n.length, a = [], o = 0, s = e[0], c = 0; i > 0 && s > 0 && (c + s + 1 > r && (s = Math.max(1, r - c)), a.push(n.substring(i -= s, i + s)), !((c += s + 1) > r));) s = e[o = (o + 1) % e.length];
		return a.reverse().join(t);
	};
}
function Yr(e) {
	return function(t) {
		return t.replace(/[0-9]/g, function(t) {
			return e[+t];
		});
	};
}
var Xr = /^(?:(.)?([<>=^]))?([+\-( ])?([$#])?(0)?(\d+)?(,)?(\.\d+)?(~)?([a-z%])?$/i;
function Zr(e) {
	if (!(t = Xr.exec(e))) throw Error("invalid format: " + e);
	var t;
	return new Qr({
		fill: t[1],
		align: t[2],
		sign: t[3],
		symbol: t[4],
		zero: t[5],
		width: t[6],
		comma: t[7],
		precision: t[8] && t[8].slice(1),
		trim: t[9],
		type: t[10]
	});
}
Zr.prototype = Qr.prototype;
function Qr(e) {
	this.fill = e.fill === void 0 ? " " : e.fill + "", this.align = e.align === void 0 ? ">" : e.align + "", this.sign = e.sign === void 0 ? "-" : e.sign + "", this.symbol = e.symbol === void 0 ? "" : e.symbol + "", this.zero = !!e.zero, this.width = e.width === void 0 ? void 0 : +e.width, this.comma = !!e.comma, this.precision = e.precision === void 0 ? void 0 : +e.precision, this.trim = !!e.trim, this.type = e.type === void 0 ? "" : e.type + "";
}
Qr.prototype.toString = function() {
	return this.fill + this.align + this.sign + this.symbol + (this.zero ? "0" : "") + (this.width === void 0 ? "" : Math.max(1, this.width | 0)) + (this.comma ? "," : "") + (this.precision === void 0 ? "" : "." + Math.max(0, this.precision | 0)) + (this.trim ? "~" : "") + this.type;
};
function $r(e) {
	out: for (var t = e.length, n = 1, r = -1, i; n < t; ++n) switch (e[n]) {
		case ".":
			r = i = n;
			break;
		case "0":
			r === 0 && (r = n), i = n;
			break;
		default:
			if (!+e[n]) break out;
			r > 0 && (r = 0);
	}
	return r > 0 ? e.slice(0, r) + e.slice(i + 1) : e;
}
var ei;
function ti(e, t) {
	var n = Kr(e, t);
	if (!n) return ei = void 0, e.toPrecision(t);
	var r = n[0], i = n[1], a = i - (ei = Math.max(-8, Math.min(8, Math.floor(i / 3))) * 3) + 1, o = r.length;
	return a === o ? r : a > o ? r + Array(a - o + 1).join("0") : a > 0 ? r.slice(0, a) + "." + r.slice(a) : "0." + Array(1 - a).join("0") + Kr(e, Math.max(0, t + a - 1))[0];
}
function ni(e, t) {
	var n = Kr(e, t);
	if (!n) return e + "";
	var r = n[0], i = n[1];
	return i < 0 ? "0." + Array(-i).join("0") + r : r.length > i + 1 ? r.slice(0, i + 1) + "." + r.slice(i + 1) : r + Array(i - r.length + 2).join("0");
}
var ri = {
	"%": (e, t) => (e * 100).toFixed(t),
	b: (e) => Math.round(e).toString(2),
	c: (e) => e + "",
	d: Gr,
	e: (e, t) => e.toExponential(t),
	f: (e, t) => e.toFixed(t),
	g: (e, t) => e.toPrecision(t),
	o: (e) => Math.round(e).toString(8),
	p: (e, t) => ni(e * 100, t),
	r: ni,
	s: ti,
	X: (e) => Math.round(e).toString(16).toUpperCase(),
	x: (e) => Math.round(e).toString(16)
};
function ii(e) {
	return e;
}
var ai = Array.prototype.map, oi = [
	"y",
	"z",
	"a",
	"f",
	"p",
	"n",
	"µ",
	"m",
	"",
	"k",
	"M",
	"G",
	"T",
	"P",
	"E",
	"Z",
	"Y"
];
function si(e) {
	var t = e.grouping === void 0 || e.thousands === void 0 ? ii : Jr(ai.call(e.grouping, Number), e.thousands + ""), n = e.currency === void 0 ? "" : e.currency[0] + "", r = e.currency === void 0 ? "" : e.currency[1] + "", i = e.decimal === void 0 ? "." : e.decimal + "", a = e.numerals === void 0 ? ii : Yr(ai.call(e.numerals, String)), o = e.percent === void 0 ? "%" : e.percent + "", s = e.minus === void 0 ? "−" : e.minus + "", c = e.nan === void 0 ? "NaN" : e.nan + "";
	function l(e, l) {
		e = Zr(e);
		var u = e.fill, d = e.align, f = e.sign, p = e.symbol, m = e.zero, h = e.width, g = e.comma, _ = e.precision, v = e.trim, y = e.type;
		y === "n" ? (g = !0, y = "g") : ri[y] || (_ === void 0 && (_ = 12), v = !0, y = "g"), (m || u === "0" && d === "=") && (m = !0, u = "0", d = "=");
		var b = (l && l.prefix !== void 0 ? l.prefix : "") + (p === "$" ? n : p === "#" && /[boxX]/.test(y) ? "0" + y.toLowerCase() : ""), x = (p === "$" ? r : /[%p]/.test(y) ? o : "") + (l && l.suffix !== void 0 ? l.suffix : ""), S = ri[y], C = /[defgprs%]/.test(y);
		_ = _ === void 0 ? 6 : /[gprs]/.test(y) ? Math.max(1, Math.min(21, _)) : Math.max(0, Math.min(20, _));
		function w(e) {
			var n = b, r = x, o, l, p;
			if (y === "c") r = S(e) + r, e = "";
			else {
				e = +e;
				var w = e < 0 || 1 / e < 0;
				if (e = isNaN(e) ? c : S(Math.abs(e), _), v && (e = $r(e)), w && +e == 0 && f !== "+" && (w = !1), n = (w ? f === "(" ? f : s : f === "-" || f === "(" ? "" : f) + n, r = (y === "s" && !isNaN(e) && ei !== void 0 ? oi[8 + ei / 3] : "") + r + (w && f === "(" ? ")" : ""), C) {
					for (o = -1, l = e.length; ++o < l;) if (p = e.charCodeAt(o), 48 > p || p > 57) {
						r = (p === 46 ? i + e.slice(o + 1) : e.slice(o)) + r, e = e.slice(0, o);
						break;
					}
				}
			}
			g && !m && (e = t(e, Infinity));
			var T = n.length + e.length + r.length, E = T < h ? Array(h - T + 1).join(u) : "";
			switch (g && m && (e = t(E + e, E.length ? h - r.length : Infinity), E = ""), d) {
				case "<":
					e = n + e + r + E;
					break;
				case "=":
					e = n + E + e + r;
					break;
				case "^":
					e = E.slice(0, T = E.length >> 1) + n + e + r + E.slice(T);
					break;
				default: e = E + n + e + r;
			}
			return a(e);
		}
		return w.toString = function() {
			return e + "";
		}, w;
	}
	function u(e, t) {
		var n = Math.max(-8, Math.min(8, Math.floor(qr(t) / 3))) * 3, r = 10 ** -n, i = l((e = Zr(e), e.type = "f", e), { suffix: oi[8 + n / 3] });
		return function(e) {
			return i(r * e);
		};
	}
	return {
		format: l,
		formatPrefix: u
	};
}
var ci, li, ui;
di({
	thousands: ",",
	grouping: [3],
	currency: ["$", ""]
});
function di(e) {
	return ci = si(e), li = ci.format, ui = ci.formatPrefix, ci;
}
function fi(e) {
	return Math.max(0, -qr(Math.abs(e)));
}
function pi(e, t) {
	return Math.max(0, Math.max(-8, Math.min(8, Math.floor(qr(t) / 3))) * 3 - qr(Math.abs(e)));
}
function mi(e, t) {
	return e = Math.abs(e), t = Math.abs(t) - e, Math.max(0, qr(t) - qr(e)) + 1;
}
// node_modules/d3-scale/dist/d3-scale.mjs
function hi(e, t) {
	switch (arguments.length) {
		case 0: break;
		case 1:
			this.range(e);
			break;
		default: this.range(t).domain(e);
	}
	return this;
}
function gi(e) {
	return function() {
		return e;
	};
}
function _i(e) {
	return +e;
}
var vi = [0, 1];
function Z(e) {
	return e;
}
function yi(e, t) {
	return (t -= e = +e) ? function(n) {
		return (n - e) / t;
	} : gi(isNaN(t) ? NaN : .5);
}
function bi(e, t) {
	var n;
	return e > t && (n = e, e = t, t = n), function(n) {
		return Math.max(e, Math.min(t, n));
	};
}
function xi(e, t, n) {
	var r = e[0], i = e[1], a = t[0], o = t[1];
	return i < r ? (r = yi(i, r), a = n(o, a)) : (r = yi(r, i), a = n(a, o)), function(e) {
		return a(r(e));
	};
}
function Si(e, t, n) {
	var r = Math.min(e.length, t.length) - 1, i = Array(r), a = Array(r), o = -1;
	for (e[r] < e[0] && (e = e.slice().reverse(), t = t.slice().reverse()); ++o < r;) i[o] = yi(e[o], e[o + 1]), a[o] = n(t[o], t[o + 1]);
	return function(t) {
		var n = Xt(e, t, 1, r) - 1;
		return a[n](i[n](t));
	};
}
function Ci(e, t) {
	return t.domain(e.domain()).range(e.range()).interpolate(e.interpolate()).clamp(e.clamp()).unknown(e.unknown());
}
function wi() {
	var e = vi, t = vi, n = Rr, r, i, a, o = Z, s, c, l;
	function u() {
		var n = Math.min(e.length, t.length);
		return o !== Z && (o = bi(e[0], e[n - 1])), s = n > 2 ? Si : xi, c = l = null, d;
	}
	function d(i) {
		return i == null || isNaN(i = +i) ? a : (c ||= s(e.map(r), t, n))(r(o(i)));
	}
	return d.invert = function(n) {
		return o(i((l ||= s(t, e.map(r), jr))(n)));
	}, d.domain = function(t) {
		return arguments.length ? (e = Array.from(t, _i), u()) : e.slice();
	}, d.range = function(e) {
		return arguments.length ? (t = Array.from(e), u()) : t.slice();
	}, d.rangeRound = function(e) {
		return t = Array.from(e), n = zr, u();
	}, d.clamp = function(e) {
		return arguments.length ? (o = e ? !0 : Z, u()) : o !== Z;
	}, d.interpolate = function(e) {
		return arguments.length ? (n = e, u()) : n;
	}, d.unknown = function(e) {
		return arguments.length ? (a = e, d) : a;
	}, function(e, t) {
		return r = e, i = t, u();
	};
}
function Ti() {
	return wi()(Z, Z);
}
function Ei(e, t, n, r) {
	var i = an(e, t, n), a;
	switch (r = Zr(r ?? ",f"), r.type) {
		case "s":
			var o = Math.max(Math.abs(e), Math.abs(t));
			return r.precision == null && !isNaN(a = pi(i, o)) && (r.precision = a), ui(r, o);
		case "":
		case "e":
		case "g":
		case "p":
		case "r":
			r.precision == null && !isNaN(a = mi(i, Math.max(Math.abs(e), Math.abs(t)))) && (r.precision = a - (r.type === "e"));
			break;
		case "f":
		case "%": r.precision == null && !isNaN(a = fi(i)) && (r.precision = a - (r.type === "%") * 2);
	}
	return li(r);
}
function Di(e) {
	var t = e.domain;
	return e.ticks = function(e) {
		var n = t();
		return nn(n[0], n[n.length - 1], e ?? 10);
	}, e.tickFormat = function(e, n) {
		var r = t();
		return Ei(r[0], r[r.length - 1], e ?? 10, n);
	}, e.nice = function(n) {
		n ??= 10;
		var r = t(), i = 0, a = r.length - 1, o = r[i], s = r[a], c, l, u = 10;
		for (s < o && (l = o, o = s, s = l, l = i, i = a, a = l); u-- > 0;) {
			if (l = rn(o, s, n), l === c) return r[i] = o, r[a] = s, t(r);
			if (l > 0) o = Math.floor(o / l) * l, s = Math.ceil(s / l) * l;
			else if (l < 0) o = Math.ceil(o * l) / l, s = Math.floor(s * l) / l;
			else break;
			c = l;
		}
		return e;
	}, e;
}
function Oi() {
	var e = Ti();
	return e.copy = function() {
		return Ci(e, Oi());
	}, hi.apply(e, arguments), Di(e);
}
function ki(e) {
	return function(t) {
		return t < 0 ? -((-t) ** +e) : t ** +e;
	};
}
function Ai(e) {
	return e < 0 ? -Math.sqrt(-e) : Math.sqrt(e);
}
function ji(e) {
	return e < 0 ? -e * e : e * e;
}
function Mi(e) {
	var t = e(Z, Z), n = 1;
	function r() {
		return n === 1 ? e(Z, Z) : n === .5 ? e(Ai, ji) : e(ki(n), ki(1 / n));
	}
	return t.exponent = function(e) {
		return arguments.length ? (n = +e, r()) : n;
	}, Di(t);
}
function Ni() {
	var e = Mi(wi());
	return e.copy = function() {
		return Ci(e, Ni()).exponent(e.exponent());
	}, hi.apply(e, arguments), e;
}
function Pi() {
	return Ni.apply(null, arguments).exponent(.5);
}
// node_modules/d3-path/dist/d3-path.mjs
var Fi = Math.PI, Ii = 2 * Fi, Li = 1e-6, Ri = Ii - Li;
function zi(e) {
	this._ += e[0];
	for (let t = 1, n = e.length; t < n; ++t) this._ += arguments[t] + e[t];
}
function Bi(e) {
	let t = Math.floor(e);
	if (!(t >= 0)) throw Error(`invalid digits: ${e}`);
	if (t > 15) return zi;
	let n = 10 ** t;
	return function(e) {
		this._ += e[0];
		for (let t = 1, r = e.length; t < r; ++t) this._ += Math.round(arguments[t] * n) / n + e[t];
	};
}
function Vi(e, t, n, r) {
	return e === n && t === r;
}
function Hi(e) {
	let t = Math.floor(e);
	if (!(t <= 15)) return Vi;
	let n = 10 ** t, r = function(e) {
		return Math.round(e * n);
	};
	return function(e, t, n, i) {
		return r(e) === r(n) && r(t) === r(i);
	};
}
var Ui = class {
	constructor(e) {
		this._x0 = this._y0 = this._x1 = this._y1 = null, this._ = "", this._append = e == null ? zi : Bi(e), this._equal = e == null ? Vi : Hi(e);
	}
	moveTo(e, t) {
		this._append`M${this._x0 = this._x1 = +e},${this._y0 = this._y1 = +t}`;
	}
	closePath() {
		this._x1 !== null && (this._x1 = this._x0, this._y1 = this._y0, this._append`Z`);
	}
	lineTo(e, t) {
		this._append`L${this._x1 = +e},${this._y1 = +t}`;
	}
	quadraticCurveTo(e, t, n, r) {
		this._append`Q${+e},${+t},${this._x1 = +n},${this._y1 = +r}`;
	}
	bezierCurveTo(e, t, n, r, i, a) {
		this._append`C${+e},${+t},${+n},${+r},${this._x1 = +i},${this._y1 = +a}`;
	}
	arcTo(e, t, n, r, i) {
		if (e = +e, t = +t, n = +n, r = +r, i = +i, i < 0) throw Error(`negative radius: ${i}`);
		let a = this._x1, o = this._y1, s = n - e, c = r - t, l = a - e, u = o - t, d = l * l + u * u;
		if (this._x1 === null) this._append`M${this._x1 = e},${this._y1 = t}`;
		else if (d > Li) {
			if (!(Math.abs(u * s - c * l) > Li) || !i) this._append`L${this._x1 = e},${this._y1 = t}`;
			else {
				let f = n - a, p = r - o, m = s * s + c * c, h = f * f + p * p, g = Math.sqrt(m), _ = Math.sqrt(d), v = i * Math.tan((Fi - Math.acos((m + d - h) / (2 * g * _))) / 2), y = v / _, b = v / g;
				Math.abs(y - 1) > Li && this._append`L${e + y * l},${t + y * u}`, this._append`A${i},${i},0,0,${+(u * f > l * p)},${this._x1 = e + b * s},${this._y1 = t + b * c}`;
			}
		}
	}
	arc(e, t, n, r, i, a) {
		if (e = +e, t = +t, n = +n, a = !!a, n < 0) throw Error(`negative radius: ${n}`);
		let o = n * Math.cos(r), s = n * Math.sin(r), c = e + o, l = t + s, u = 1 ^ a, d = a ? r - i : i - r;
		if (this._x1 === null ? this._append`M${c},${l}` : (Math.abs(this._x1 - c) > Li || Math.abs(this._y1 - l) > Li) && this._append`L${c},${l}`, n) {
			if (d < 0 && (d = d % Ii + Ii), d > Ri) this._append`A${n},${n},0,1,${u},${e - o},${t - s}A${n},${n},0,1,${u},${this._x1 = c},${this._y1 = l}`;
			else if (d > Li) {
				let a = e + n * Math.cos(i), o = t + n * Math.sin(i);
				if (d >= Fi && this._equal(c, l, a, o)) {
					d /= 2;
					let i = r + d;
					this._append`A${n},${n},0,${+(d >= Fi)},${u},${e + n * Math.cos(i)},${t + n * Math.sin(i)}`;
				}
				this._append`A${n},${n},0,${+(d >= Fi)},${u},${this._x1 = a},${this._y1 = o}`;
			}
		}
	}
	rect(e, t, n, r) {
		this._append`M${this._x0 = this._x1 = +e},${this._y0 = this._y1 = +t}h${n = +n}v${+r}h${-n}Z`;
	}
	toString() {
		return this._;
	}
};
Ui.prototype;
// node_modules/d3-shape/dist/d3-shape.mjs
function Q(e) {
	return function() {
		return e;
	};
}
var Wi = Math.cos, Gi = Math.sin, Ki = Math.sqrt, qi = 1e-12, Ji = Math.PI;
Ji / 2;
var Yi = 2 * Ji;
function Xi(e) {
	let t = 3;
	return e.digits = function(n) {
		if (!arguments.length) return t;
		if (n == null) t = null;
		else {
			let e = Math.floor(n);
			if (!(e >= 0)) throw RangeError(`invalid digits: ${n}`);
			t = e;
		}
		return e;
	}, () => new Ui(t);
}
Array.prototype.slice;
function Zi(e) {
	return typeof e == "object" && "length" in e ? e : Array.from(e);
}
function Qi(e) {
	this._context = e;
}
Qi.prototype = {
	areaStart: function() {
		this._line = 0;
	},
	areaEnd: function() {
		this._line = NaN;
	},
	lineStart: function() {
		this._point = 0;
	},
	lineEnd: function() {
		(this._line || this._line !== 0 && this._point === 1) && this._context.closePath(), this._line = 1 - this._line;
	},
	point: function(e, t) {
		switch (e = +e, t = +t, this._point) {
			case 0:
				this._point = 1, this._line ? this._context.lineTo(e, t) : this._context.moveTo(e, t);
				break;
			case 1: this._point = 2;
			default: this._context.lineTo(e, t);
		}
	}
};
function $i(e) {
	return new Qi(e);
}
function ea(e) {
	return e[0];
}
function ta(e) {
	return e[1];
}
function na(e, t) {
	var n = Q(!0), r = null, i = $i, a = null, o = Xi(s);
	e = typeof e == "function" ? e : e === void 0 ? ea : Q(e), t = typeof t == "function" ? t : t === void 0 ? ta : Q(t);
	function s(s) {
		var c, l = (s = Zi(s)).length, u, d = !1, f;
		for (r ?? (a = i(f = o())), c = 0; c <= l; ++c) !(c < l && n(u = s[c], c, s)) === d && ((d = !d) ? a.lineStart() : a.lineEnd()), d && a.point(+e(u, c, s), +t(u, c, s));
		if (f) return a = null, f + "" || null;
	}
	return s.x = function(t) {
		return arguments.length ? (e = typeof t == "function" ? t : Q(+t), s) : e;
	}, s.y = function(e) {
		return arguments.length ? (t = typeof e == "function" ? e : Q(+e), s) : t;
	}, s.defined = function(e) {
		return arguments.length ? (n = typeof e == "function" ? e : Q(!!e), s) : n;
	}, s.curve = function(e) {
		return arguments.length ? (i = e, r != null && (a = i(r)), s) : i;
	}, s.context = function(e) {
		return arguments.length ? (e == null ? r = a = null : a = i(r = e), s) : r;
	}, s;
}
function ra(e, t, n) {
	var r = null, i = Q(!0), a = null, o = $i, s = null, c = Xi(l);
	e = typeof e == "function" ? e : e === void 0 ? ea : Q(+e), t = typeof t == "function" ? t : Q(t === void 0 ? 0 : +t), n = typeof n == "function" ? n : n === void 0 ? ta : Q(+n);
	function l(l) {
		var u, d, f, p = (l = Zi(l)).length, m, h = !1, g, _ = Array(p), v = Array(p);
		for (a ?? (s = o(g = c())), u = 0; u <= p; ++u) {
			if (!(u < p && i(m = l[u], u, l)) === h) {
				if (h = !h) d = u, s.areaStart(), s.lineStart();
				else {
					for (s.lineEnd(), s.lineStart(), f = u - 1; f >= d; --f) s.point(_[f], v[f]);
					s.lineEnd(), s.areaEnd();
				}
			}
			h && (_[u] = +e(m, u, l), v[u] = +t(m, u, l), s.point(r ? +r(m, u, l) : _[u], n ? +n(m, u, l) : v[u]));
		}
		if (g) return s = null, g + "" || null;
	}
	function u() {
		return na().defined(i).curve(o).context(a);
	}
	return l.x = function(t) {
		return arguments.length ? (e = typeof t == "function" ? t : Q(+t), r = null, l) : e;
	}, l.x0 = function(t) {
		return arguments.length ? (e = typeof t == "function" ? t : Q(+t), l) : e;
	}, l.x1 = function(e) {
		return arguments.length ? (r = e == null ? null : typeof e == "function" ? e : Q(+e), l) : r;
	}, l.y = function(e) {
		return arguments.length ? (t = typeof e == "function" ? e : Q(+e), n = null, l) : t;
	}, l.y0 = function(e) {
		return arguments.length ? (t = typeof e == "function" ? e : Q(+e), l) : t;
	}, l.y1 = function(e) {
		return arguments.length ? (n = e == null ? null : typeof e == "function" ? e : Q(+e), l) : n;
	}, l.lineX0 = l.lineY0 = function() {
		return u().x(e).y(t);
	}, l.lineY1 = function() {
		return u().x(e).y(n);
	}, l.lineX1 = function() {
		return u().x(r).y(t);
	}, l.defined = function(e) {
		return arguments.length ? (i = typeof e == "function" ? e : Q(!!e), l) : i;
	}, l.curve = function(e) {
		return arguments.length ? (o = e, a != null && (s = o(a)), l) : o;
	}, l.context = function(e) {
		return arguments.length ? (e == null ? a = s = null : s = o(a = e), l) : a;
	}, l;
}
aa($i);
function ia(e) {
	this._curve = e;
}
ia.prototype = {
	areaStart: function() {
		this._curve.areaStart();
	},
	areaEnd: function() {
		this._curve.areaEnd();
	},
	lineStart: function() {
		this._curve.lineStart();
	},
	lineEnd: function() {
		this._curve.lineEnd();
	},
	point: function(e, t) {
		this._curve.point(t * Math.sin(e), t * -Math.cos(e));
	}
};
function aa(e) {
	function t(t) {
		return new ia(e(t));
	}
	return t._curve = e, t;
}
Ki(3), Ki(1 / 3) * 2;
var oa = Gi(Ji / 10) / Gi(7 * Ji / 10);
Gi(Yi / 10) * oa, -Wi(Yi / 10) * oa, Ki(3), Ki(3), Ki(3) / 2, (1 / Ki(12) / 2 + 1) * 3;
function sa() {}
function ca(e, t, n) {
	e._context.bezierCurveTo((2 * e._x0 + e._x1) / 3, (2 * e._y0 + e._y1) / 3, (e._x0 + 2 * e._x1) / 3, (e._y0 + 2 * e._y1) / 3, (e._x0 + 4 * e._x1 + t) / 6, (e._y0 + 4 * e._y1 + n) / 6);
}
function la(e) {
	this._context = e;
}
la.prototype = {
	areaStart: function() {
		this._line = 0;
	},
	areaEnd: function() {
		this._line = NaN;
	},
	lineStart: function() {
		this._x0 = this._x1 = this._y0 = this._y1 = NaN, this._point = 0;
	},
	lineEnd: function() {
		switch (this._point) {
			case 3: ca(this, this._x1, this._y1);
			case 2: this._context.lineTo(this._x1, this._y1);
		}
		(this._line || this._line !== 0 && this._point === 1) && this._context.closePath(), this._line = 1 - this._line;
	},
	point: function(e, t) {
		switch (e = +e, t = +t, this._point) {
			case 0:
				this._point = 1, this._line ? this._context.lineTo(e, t) : this._context.moveTo(e, t);
				break;
			case 1:
				this._point = 2;
				break;
			case 2: this._point = 3, this._context.lineTo((5 * this._x0 + this._x1) / 6, (5 * this._y0 + this._y1) / 6);
			default: ca(this, e, t);
		}
		this._x0 = this._x1, this._x1 = e, this._y0 = this._y1, this._y1 = t;
	}
};
function ua(e, t) {
	this._basis = new la(e), this._beta = t;
}
ua.prototype = {
	lineStart: function() {
		this._x = [], this._y = [], this._basis.lineStart();
	},
	lineEnd: function() {
		var e = this._x, t = this._y, n = e.length - 1;
		if (n > 0) for (var r = e[0], i = t[0], a = e[n] - r, o = t[n] - i, s = -1, c; ++s <= n;) c = s / n, this._basis.point(this._beta * e[s] + (1 - this._beta) * (r + c * a), this._beta * t[s] + (1 - this._beta) * (i + c * o));
		this._x = this._y = null, this._basis.lineEnd();
	},
	point: function(e, t) {
		this._x.push(+e), this._y.push(+t);
	}
}, (function e(t) {
	function n(e) {
		return t === 1 ? new la(e) : new ua(e, t);
	}
	return n.beta = function(t) {
		return e(+t);
	}, n;
})(.85);
function da(e, t, n) {
	e._context.bezierCurveTo(e._x1 + e._k * (e._x2 - e._x0), e._y1 + e._k * (e._y2 - e._y0), e._x2 + e._k * (e._x1 - t), e._y2 + e._k * (e._y1 - n), e._x2, e._y2);
}
function fa(e, t) {
	this._context = e, this._k = (1 - t) / 6;
}
fa.prototype = {
	areaStart: function() {
		this._line = 0;
	},
	areaEnd: function() {
		this._line = NaN;
	},
	lineStart: function() {
		this._x0 = this._x1 = this._x2 = this._y0 = this._y1 = this._y2 = NaN, this._point = 0;
	},
	lineEnd: function() {
		switch (this._point) {
			case 2:
				this._context.lineTo(this._x2, this._y2);
				break;
			case 3: da(this, this._x1, this._y1);
		}
		(this._line || this._line !== 0 && this._point === 1) && this._context.closePath(), this._line = 1 - this._line;
	},
	point: function(e, t) {
		switch (e = +e, t = +t, this._point) {
			case 0:
				this._point = 1, this._line ? this._context.lineTo(e, t) : this._context.moveTo(e, t);
				break;
			case 1:
				this._point = 2, this._x1 = e, this._y1 = t;
				break;
			case 2: this._point = 3;
			default: da(this, e, t);
		}
		this._x0 = this._x1, this._x1 = this._x2, this._x2 = e, this._y0 = this._y1, this._y1 = this._y2, this._y2 = t;
	}
}, (function e(t) {
	function n(e) {
		return new fa(e, t);
	}
	return n.tension = function(t) {
		return e(+t);
	}, n;
})(0);
function pa(e, t) {
	this._context = e, this._k = (1 - t) / 6;
}
pa.prototype = {
	areaStart: sa,
	areaEnd: sa,
	lineStart: function() {
		this._x0 = this._x1 = this._x2 = this._x3 = this._x4 = this._x5 = this._y0 = this._y1 = this._y2 = this._y3 = this._y4 = this._y5 = NaN, this._point = 0;
	},
	lineEnd: function() {
		switch (this._point) {
			case 1:
				this._context.moveTo(this._x3, this._y3), this._context.closePath();
				break;
			case 2:
				this._context.lineTo(this._x3, this._y3), this._context.closePath();
				break;
			case 3: this.point(this._x3, this._y3), this.point(this._x4, this._y4), this.point(this._x5, this._y5);
		}
	},
	point: function(e, t) {
		switch (e = +e, t = +t, this._point) {
			case 0:
				this._point = 1, this._x3 = e, this._y3 = t;
				break;
			case 1:
				this._point = 2, this._context.moveTo(this._x4 = e, this._y4 = t);
				break;
			case 2:
				this._point = 3, this._x5 = e, this._y5 = t;
				break;
			default: da(this, e, t);
		}
		this._x0 = this._x1, this._x1 = this._x2, this._x2 = e, this._y0 = this._y1, this._y1 = this._y2, this._y2 = t;
	}
}, (function e(t) {
	function n(e) {
		return new pa(e, t);
	}
	return n.tension = function(t) {
		return e(+t);
	}, n;
})(0);
function ma(e, t) {
	this._context = e, this._k = (1 - t) / 6;
}
ma.prototype = {
	areaStart: function() {
		this._line = 0;
	},
	areaEnd: function() {
		this._line = NaN;
	},
	lineStart: function() {
		this._x0 = this._x1 = this._x2 = this._y0 = this._y1 = this._y2 = NaN, this._point = 0;
	},
	lineEnd: function() {
		(this._line || this._line !== 0 && this._point === 3) && this._context.closePath(), this._line = 1 - this._line;
	},
	point: function(e, t) {
		switch (e = +e, t = +t, this._point) {
			case 0:
				this._point = 1;
				break;
			case 1:
				this._point = 2;
				break;
			case 2:
				this._point = 3, this._line ? this._context.lineTo(this._x2, this._y2) : this._context.moveTo(this._x2, this._y2);
				break;
			case 3: this._point = 4;
			default: da(this, e, t);
		}
		this._x0 = this._x1, this._x1 = this._x2, this._x2 = e, this._y0 = this._y1, this._y1 = this._y2, this._y2 = t;
	}
}, (function e(t) {
	function n(e) {
		return new ma(e, t);
	}
	return n.tension = function(t) {
		return e(+t);
	}, n;
})(0);
function ha(e, t, n) {
	var r = e._x1, i = e._y1, a = e._x2, o = e._y2;
	if (e._l01_a > qi) {
		var s = 2 * e._l01_2a + 3 * e._l01_a * e._l12_a + e._l12_2a, c = 3 * e._l01_a * (e._l01_a + e._l12_a);
		r = (r * s - e._x0 * e._l12_2a + e._x2 * e._l01_2a) / c, i = (i * s - e._y0 * e._l12_2a + e._y2 * e._l01_2a) / c;
	}
	if (e._l23_a > qi) {
		var l = 2 * e._l23_2a + 3 * e._l23_a * e._l12_a + e._l12_2a, u = 3 * e._l23_a * (e._l23_a + e._l12_a);
		a = (a * l + e._x1 * e._l23_2a - t * e._l12_2a) / u, o = (o * l + e._y1 * e._l23_2a - n * e._l12_2a) / u;
	}
	e._context.bezierCurveTo(r, i, a, o, e._x2, e._y2);
}
function ga(e, t) {
	this._context = e, this._alpha = t;
}
ga.prototype = {
	areaStart: function() {
		this._line = 0;
	},
	areaEnd: function() {
		this._line = NaN;
	},
	lineStart: function() {
		this._x0 = this._x1 = this._x2 = this._y0 = this._y1 = this._y2 = NaN, this._l01_a = this._l12_a = this._l23_a = this._l01_2a = this._l12_2a = this._l23_2a = this._point = 0;
	},
	lineEnd: function() {
		switch (this._point) {
			case 2:
				this._context.lineTo(this._x2, this._y2);
				break;
			case 3: this.point(this._x2, this._y2);
		}
		(this._line || this._line !== 0 && this._point === 1) && this._context.closePath(), this._line = 1 - this._line;
	},
	point: function(e, t) {
		if (e = +e, t = +t, this._point) {
			var n = this._x2 - e, r = this._y2 - t;
			this._l23_a = Math.sqrt(this._l23_2a = (n * n + r * r) ** +this._alpha);
		}
		switch (this._point) {
			case 0:
				this._point = 1, this._line ? this._context.lineTo(e, t) : this._context.moveTo(e, t);
				break;
			case 1:
				this._point = 2;
				break;
			case 2: this._point = 3;
			default: ha(this, e, t);
		}
		this._l01_a = this._l12_a, this._l12_a = this._l23_a, this._l01_2a = this._l12_2a, this._l12_2a = this._l23_2a, this._x0 = this._x1, this._x1 = this._x2, this._x2 = e, this._y0 = this._y1, this._y1 = this._y2, this._y2 = t;
	}
}, (function e(t) {
	function n(e) {
		return t ? new ga(e, t) : new fa(e, 0);
	}
	return n.alpha = function(t) {
		return e(+t);
	}, n;
})(.5);
function _a(e, t) {
	this._context = e, this._alpha = t;
}
_a.prototype = {
	areaStart: sa,
	areaEnd: sa,
	lineStart: function() {
		this._x0 = this._x1 = this._x2 = this._x3 = this._x4 = this._x5 = this._y0 = this._y1 = this._y2 = this._y3 = this._y4 = this._y5 = NaN, this._l01_a = this._l12_a = this._l23_a = this._l01_2a = this._l12_2a = this._l23_2a = this._point = 0;
	},
	lineEnd: function() {
		switch (this._point) {
			case 1:
				this._context.moveTo(this._x3, this._y3), this._context.closePath();
				break;
			case 2:
				this._context.lineTo(this._x3, this._y3), this._context.closePath();
				break;
			case 3: this.point(this._x3, this._y3), this.point(this._x4, this._y4), this.point(this._x5, this._y5);
		}
	},
	point: function(e, t) {
		if (e = +e, t = +t, this._point) {
			var n = this._x2 - e, r = this._y2 - t;
			this._l23_a = Math.sqrt(this._l23_2a = (n * n + r * r) ** +this._alpha);
		}
		switch (this._point) {
			case 0:
				this._point = 1, this._x3 = e, this._y3 = t;
				break;
			case 1:
				this._point = 2, this._context.moveTo(this._x4 = e, this._y4 = t);
				break;
			case 2:
				this._point = 3, this._x5 = e, this._y5 = t;
				break;
			default: ha(this, e, t);
		}
		this._l01_a = this._l12_a, this._l12_a = this._l23_a, this._l01_2a = this._l12_2a, this._l12_2a = this._l23_2a, this._x0 = this._x1, this._x1 = this._x2, this._x2 = e, this._y0 = this._y1, this._y1 = this._y2, this._y2 = t;
	}
}, (function e(t) {
	function n(e) {
		return t ? new _a(e, t) : new pa(e, 0);
	}
	return n.alpha = function(t) {
		return e(+t);
	}, n;
})(.5);
function va(e, t) {
	this._context = e, this._alpha = t;
}
va.prototype = {
	areaStart: function() {
		this._line = 0;
	},
	areaEnd: function() {
		this._line = NaN;
	},
	lineStart: function() {
		this._x0 = this._x1 = this._x2 = this._y0 = this._y1 = this._y2 = NaN, this._l01_a = this._l12_a = this._l23_a = this._l01_2a = this._l12_2a = this._l23_2a = this._point = 0;
	},
	lineEnd: function() {
		(this._line || this._line !== 0 && this._point === 3) && this._context.closePath(), this._line = 1 - this._line;
	},
	point: function(e, t) {
		if (e = +e, t = +t, this._point) {
			var n = this._x2 - e, r = this._y2 - t;
			this._l23_a = Math.sqrt(this._l23_2a = (n * n + r * r) ** +this._alpha);
		}
		switch (this._point) {
			case 0:
				this._point = 1;
				break;
			case 1:
				this._point = 2;
				break;
			case 2:
				this._point = 3, this._line ? this._context.lineTo(this._x2, this._y2) : this._context.moveTo(this._x2, this._y2);
				break;
			case 3: this._point = 4;
			default: ha(this, e, t);
		}
		this._l01_a = this._l12_a, this._l12_a = this._l23_a, this._l01_2a = this._l12_2a, this._l12_2a = this._l23_2a, this._x0 = this._x1, this._x1 = this._x2, this._x2 = e, this._y0 = this._y1, this._y1 = this._y2, this._y2 = t;
	}
}, (function e(t) {
	function n(e) {
		return t ? new va(e, t) : new ma(e, 0);
	}
	return n.alpha = function(t) {
		return e(+t);
	}, n;
})(.5);
function ya(e) {
	return e < 0 ? -1 : 1;
}
function ba(e, t, n) {
	var r = e._x1 - e._x0, i = t - e._x1, a = (e._y1 - e._y0) / (r || i < 0 && -0), o = (n - e._y1) / (i || r < 0 && -0), s = (a * i + o * r) / (r + i);
	return (ya(a) + ya(o)) * Math.min(Math.abs(a), Math.abs(o), .5 * Math.abs(s)) || 0;
}
function xa(e, t) {
	var n = e._x1 - e._x0;
	return n ? (3 * (e._y1 - e._y0) / n - t) / 2 : t;
}
function Sa(e, t, n) {
	var r = e._x0, i = e._y0, a = e._x1, o = e._y1, s = (a - r) / 3;
	e._context.bezierCurveTo(r + s, i + s * t, a - s, o - s * n, a, o);
}
function Ca(e) {
	this._context = e;
}
Ca.prototype = {
	areaStart: function() {
		this._line = 0;
	},
	areaEnd: function() {
		this._line = NaN;
	},
	lineStart: function() {
		this._x0 = this._x1 = this._y0 = this._y1 = this._t0 = NaN, this._point = 0;
	},
	lineEnd: function() {
		switch (this._point) {
			case 2:
				this._context.lineTo(this._x1, this._y1);
				break;
			case 3: Sa(this, this._t0, xa(this, this._t0));
		}
		(this._line || this._line !== 0 && this._point === 1) && this._context.closePath(), this._line = 1 - this._line;
	},
	point: function(e, t) {
		var n = NaN;
		if (e = +e, t = +t, e !== this._x1 || t !== this._y1) {
			switch (this._point) {
				case 0:
					this._point = 1, this._line ? this._context.lineTo(e, t) : this._context.moveTo(e, t);
					break;
				case 1:
					this._point = 2;
					break;
				case 2:
					this._point = 3, Sa(this, xa(this, n = ba(this, e, t)), n);
					break;
				default: Sa(this, this._t0, n = ba(this, e, t));
			}
			this._x0 = this._x1, this._x1 = e, this._y0 = this._y1, this._y1 = t, this._t0 = n;
		}
	}
}, Object.create(Ca.prototype).point = function(e, t) {
	Ca.prototype.point.call(this, t, e);
};
// node_modules/preact/jsx-runtime/dist/jsxRuntime.mjs
var wa = Symbol.for("pv"), Ta = 0;
Array.isArray;
function $(t, n, r, i, a, o) {
	n ||= {};
	var s, c, l = n;
	if ("ref" in l && typeof t != "function") for (c in l = {}, n) c == "ref" ? s = n[c] : l[c] = n[c];
	var u = {
		type: t,
		props: l,
		key: r,
		ref: s,
		__k: null,
		__: null,
		__b: 0,
		__e: null,
		__c: null,
		constructor: wa,
		__v: --Ta,
		__i: -1,
		__u: 0
	};
	return (a || o) && (u.__source = a, u.__self = o), e.vnode && e.vnode(u), u;
}
// src/charts.tsx
function Ea({ children: e, most: t = 1e3 }) {
	let n = Fe(null), [r, i] = P(0);
	return Pe(() => {
		let e = n.current;
		if (!e) return;
		let r = () => i(Math.min(t, Math.round(e.clientWidth)));
		r();
		let a = new ResizeObserver(r);
		return a.observe(e), () => a.disconnect();
	}, []), /* @__PURE__ */ $("div", {
		ref: n,
		children: r > 0 && e(r)
	});
}
function Da({ values: e, width: t = 72, height: n = 18 }) {
	let r = on(e) || 1, i = Oi([0, Math.max(1, e.length - 1)], [1, t - 1]), a = Oi([0, r], [n - 2, 2]), o = e.length > 1 ? e : [...e, ...e], s = na((e, t) => i(t), (e) => a(e))(o) ?? "";
	return /* @__PURE__ */ $("svg", {
		class: "spark",
		width: t,
		height: n,
		viewBox: `0 0 ${t} ${n}`,
		"aria-hidden": "true",
		children: /* @__PURE__ */ $("path", { d: s })
	});
}
function Oa(e) {
	return /* @__PURE__ */ $(Ea, { children: (t) => /* @__PURE__ */ $(ka, {
		...e,
		width: t
	}) });
}
function ka({ points: e, format: t, name: n, width: r, height: i = 170, fromZero: a = !0 }) {
	let o = e.filter((e) => e.value !== null), [s, c] = Zt(o.flatMap((e) => [
		e.value ?? 0,
		e.low ?? e.value ?? 0,
		e.high ?? e.value ?? 0
	])), l = Oi([0, Math.max(1, e.length - 1)], [46, r - 10]), u = Oi([a ? 0 : s ?? 0, c || 1], [i - 24, 10]).nice(4), d = e.map((e, t) => ({
		...e,
		i: t
	})), f = na((e) => l(e.i), (e) => u(e.value ?? 0)).defined((e) => e.value !== null)(d) ?? "", p = ra((e) => l(e.i), (e) => u(e.low ?? 0), (e) => u(e.high ?? 0)).defined((e) => e.value !== null && e.low !== void 0)(d) ?? "", m = Math.max(2, Math.floor((r - 46) / 90)), h = Math.max(1, Math.ceil(e.length / m));
	return /* @__PURE__ */ $("svg", {
		class: "chart",
		width: r,
		height: i,
		viewBox: `0 0 ${r} ${i}`,
		role: "img",
		"aria-label": n,
		children: [
			u.ticks(4).map((e) => /* @__PURE__ */ $("g", { children: [/* @__PURE__ */ $("line", {
				class: "grid",
				x1: 46,
				x2: r - 10,
				y1: u(e),
				y2: u(e)
			}), /* @__PURE__ */ $("text", {
				class: "tick",
				x: 40,
				y: u(e),
				"text-anchor": "end",
				"dominant-baseline": "middle",
				children: t(e)
			})] }, e)),
			e.map((e, t) => t % h === 0 && /* @__PURE__ */ $("text", {
				class: "tick",
				x: l(t),
				y: i - 6,
				"text-anchor": t === 0 ? "start" : "middle",
				children: e.label
			}, e.label)),
			/* @__PURE__ */ $("path", {
				class: "band",
				d: p
			}),
			/* @__PURE__ */ $("path", {
				class: "line",
				d: f
			}),
			o.length === 1 && d.filter((e) => e.value !== null).map((e) => /* @__PURE__ */ $("circle", {
				class: "dot",
				cx: l(e.i),
				cy: u(e.value ?? 0),
				r: "3"
			}, e.i))
		]
	});
}
function Aa(e) {
	return /* @__PURE__ */ $(Ea, {
		most: 640,
		children: (t) => /* @__PURE__ */ $(ja, {
			...e,
			width: t
		})
	});
}
function ja({ bars: e, name: t, onSelect: n, width: r, labelWidth: i = 130 }) {
	let a = Math.min(i, r * .4), o = Oi([0, on(e, (e) => Math.max(e.value, e.ground ?? 0, e.high ?? 0)) || 1], [a + 8, r - 56]);
	return /* @__PURE__ */ $("svg", {
		class: "chart",
		width: r,
		height: e.length * 22 + 4,
		viewBox: `0 0 ${r} ${e.length * 22 + 4}`,
		role: n ? "group" : "img",
		"aria-label": t,
		children: e.map((e, t) => /* @__PURE__ */ $("g", {
			transform: `translate(0 ${t * 22 + 2})`,
			...Ma(t, n),
			children: [
				/* @__PURE__ */ $("rect", {
					class: "hit",
					x: "0",
					y: "0",
					width: r,
					height: 22
				}),
				/* @__PURE__ */ $("text", {
					class: "label",
					x: a,
					y: 11,
					"text-anchor": "end",
					"dominant-baseline": "central",
					children: e.label
				}),
				e.ground !== void 0 && /* @__PURE__ */ $("rect", {
					class: "ground",
					x: o(0),
					y: "5",
					height: "12",
					width: Math.max(0, o(e.ground) - o(0)),
					rx: "1.5"
				}),
				/* @__PURE__ */ $("rect", {
					class: "bar",
					x: o(0),
					y: "5",
					height: "12",
					width: Math.max(1, o(e.value) - o(0)),
					rx: "1.5"
				}),
				e.low !== void 0 && e.high !== void 0 && /* @__PURE__ */ $("line", {
					class: "interval",
					x1: o(e.low),
					x2: o(e.high),
					y1: 11,
					y2: 11
				}),
				/* @__PURE__ */ $("text", {
					class: "tick",
					x: r - 4,
					y: 11,
					"text-anchor": "end",
					"dominant-baseline": "central",
					children: e.note
				})
			]
		}, t))
	});
}
function Ma(e, t) {
	return t ? {
		class: "choice",
		role: "button",
		tabindex: 0,
		onClick: () => t(e),
		onKeyDown: (n) => {
			(n.key === "Enter" || n.key === " ") && (n.preventDefault(), t(e));
		}
	} : {};
}
// src/picture.ts
var Na = [
	"fill",
	"stroke",
	"stroke-width",
	"stroke-dasharray",
	"opacity",
	"fill-opacity",
	"font-size",
	"font-family",
	"font-weight",
	"text-anchor",
	"dominant-baseline"
];
function Pa(e) {
	let t = e.cloneNode(!0), { width: n, height: r } = e.getBoundingClientRect();
	t.setAttribute("xmlns", "http://www.w3.org/2000/svg"), t.setAttribute("width", String(Math.round(n))), t.setAttribute("height", String(Math.round(r)));
	let i = [e, ...e.querySelectorAll("*")], a = [t, ...t.querySelectorAll("*")];
	i.forEach((e, t) => {
		let n = getComputedStyle(e);
		for (let e of Na) {
			let r = n.getPropertyValue(e);
			r && a[t]?.setAttribute(e, r);
		}
		a[t]?.removeAttribute("class");
	});
	let o = document.createElementNS("http://www.w3.org/2000/svg", "rect");
	return o.setAttribute("width", "100%"), o.setAttribute("height", "100%"), o.setAttribute("fill", getComputedStyle(document.body).backgroundColor), t.insertBefore(o, t.firstChild), new XMLSerializer().serializeToString(t);
}
function Fa(e, t) {
	ve(new Blob([Pa(e)], { type: "image/svg+xml" }), `${t}.svg`);
}
async function Ia(e, t, n = 2) {
	let { width: r, height: i } = e.getBoundingClientRect(), a = URL.createObjectURL(new Blob([Pa(e)], { type: "image/svg+xml" }));
	try {
		let e = new Image();
		e.src = a, await e.decode();
		let o = document.createElement("canvas");
		o.width = Math.round(r * n), o.height = Math.round(i * n), o.getContext("2d")?.drawImage(e, 0, 0, o.width, o.height);
		let s = await new Promise((e) => o.toBlob(e));
		s && ve(s, `${t}.png`);
	} finally {
		URL.revokeObjectURL(a);
	}
}
// src/figure.tsx
function La({ title: e, note: t, table: n, children: r, controls: i }) {
	let [a, o] = P(!1), s = Fe(null), c = e.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "chart", l = () => s.current?.querySelector("svg") ?? null;
	return /* @__PURE__ */ $("section", {
		class: "figure",
		"aria-label": e,
		children: [
			/* @__PURE__ */ $("header", { children: [
				/* @__PURE__ */ $("h3", { children: e }),
				i,
				/* @__PURE__ */ $("span", {
					class: "tools",
					children: [/* @__PURE__ */ $("button", {
						type: "button",
						"aria-pressed": a,
						onClick: () => o(!a),
						children: a ? "Chart" : "Table"
					}), !a && /* @__PURE__ */ $(x, { children: [/* @__PURE__ */ $("button", {
						type: "button",
						"aria-label": `Save ${e} as SVG`,
						onClick: () => {
							let e = l();
							e && Fa(e, c);
						},
						children: "SVG"
					}), /* @__PURE__ */ $("button", {
						type: "button",
						"aria-label": `Save ${e} as PNG`,
						onClick: () => {
							let e = l();
							e && Ia(e, c);
						},
						children: "PNG"
					})] })]
				})
			] }),
			t && /* @__PURE__ */ $("p", {
				class: "note",
				children: t
			}),
			/* @__PURE__ */ $("div", {
				ref: s,
				children: a ? /* @__PURE__ */ $(Ra, {
					data: n,
					caption: e
				}) : r
			})
		]
	});
}
function Ra({ data: e, caption: t }) {
	return /* @__PURE__ */ $("div", {
		class: "scroll",
		tabIndex: 0,
		role: "region",
		"aria-label": `${t}, table`,
		children: /* @__PURE__ */ $("table", { children: [
			/* @__PURE__ */ $("caption", {
				class: "hidden",
				children: t
			}),
			/* @__PURE__ */ $("thead", { children: /* @__PURE__ */ $("tr", { children: e.head.map((e) => /* @__PURE__ */ $("th", {
				scope: "col",
				children: e
			}, e)) }) }),
			/* @__PURE__ */ $("tbody", { children: e.rows.map((e, t) => /* @__PURE__ */ $("tr", { children: e.map((e, t) => /* @__PURE__ */ $("td", {
				class: typeof e == "number" || /^[-\d.,%]+$/.test(String(e)) ? "number" : "",
				children: e
			}, t)) }, t)) })
		] })
	});
}
// src/request.ts
function za(e, t, n = 0) {
	let r = JSON.stringify(t), [i, a] = P({
		answer: null,
		error: "",
		isLoading: !0,
		key: r
	}), o = Fe(0), s = Mt.value.isConnected;
	return Pe(() => {
		if (t === null || !At.value || !s) return;
		let n = ++o.current;
		a((e) => ({
			...e,
			isLoading: !0,
			answer: e.key === r ? e.answer : null,
			key: r
		})), At.value.request(e, t).then((e) => n === o.current && a({
			answer: e,
			error: "",
			isLoading: !1,
			key: r
		}), (e) => n === o.current && a({
			answer: null,
			error: e.message,
			isLoading: !1,
			key: r
		}));
	}, [
		e,
		r,
		n,
		s
	]), i.key === r ? i : {
		answer: null,
		error: "",
		isLoading: !0
	};
}
// src/views/documents.tsx
function Ba({ documents: e, empty: t }) {
	return e.length ? /* @__PURE__ */ $("ul", {
		class: "documents",
		children: e.map((e) => /* @__PURE__ */ $("li", { children: /* @__PURE__ */ $("button", {
			type: "button",
			class: "document-choice",
			onClick: () => K({ document: e.row }),
			children: [
				/* @__PURE__ */ $("span", {
					class: "id",
					children: B(String(e.id))
				}),
				e.snippet && /* @__PURE__ */ $("span", {
					class: "snippet",
					children: /* @__PURE__ */ $(Va, {
						text: e.snippet,
						spans: e.spans ?? []
					})
				}),
				/* @__PURE__ */ $("span", {
					class: "shares",
					children: e.shares.map(([e, t]) => /* @__PURE__ */ $("span", { children: [
						/* @__PURE__ */ $("b", { children: e }),
						" ",
						G(e, 2),
						" ",
						V(t, 0)
					] }, e))
				})
			]
		}) }, e.row))
	}) : /* @__PURE__ */ $("p", {
		class: "empty",
		children: t
	});
}
function Va({ text: e, spans: t }) {
	let n = [...e], r = (e, t) => z(n.slice(e, t).join("")), i = [], a = 0;
	for (let [e, n] of t) e > a && i.push(r(a, e)), i.push(/* @__PURE__ */ $("mark", { children: r(e, n) }, e)), a = n;
	return i.push(r(a, n.length)), /* @__PURE__ */ $(x, { children: i });
}
// src/views/topic_map.tsx
function Ha() {
	let e = Fe(null), t = zt.value;
	Pt.value ? e.current ??= new Map(t.map((e) => [e.topic, [e.x, e.y]])) : e.current = null;
	let n = t.map((t) => e.current?.get(t.topic) ?? [t.x, t.y]), r = W.value.topic, i = t.map((e, t) => ({
		topic: e,
		place: n[t] ?? [0, 0]
	})).sort((e, t) => t.topic.share - e.topic.share);
	return /* @__PURE__ */ $(La, {
		title: "Topic map",
		table: {
			head: [
				"topic",
				"name",
				"share",
				"x",
				"y"
			],
			rows: t.map((e, t) => [
				e.topic,
				G(e.topic),
				V(e.share),
				(n[t]?.[0] ?? 0).toFixed(3),
				(n[t]?.[1] ?? 0).toFixed(3)
			])
		},
		note: "Topics with similar words are close together. Area: share of all tokens.",
		controls: /* @__PURE__ */ $("label", {
			class: "freeze",
			children: [/* @__PURE__ */ $("input", {
				type: "checkbox",
				checked: Pt.value,
				onChange: (e) => {
					Pt.value = e.currentTarget.checked;
				}
			}), " Freeze"]
		}),
		children: /* @__PURE__ */ $(Ea, {
			most: 900,
			children: (e) => {
				let a = Math.round(Math.max(260, e * .62)), [o, s] = Wa(n, e, a), c = Pi([0, Math.max(.02, ...t.map((e) => e.share))], [0, Math.min(34, e / 18)]);
				return /* @__PURE__ */ $("svg", {
					class: "chart map",
					width: e,
					height: a,
					viewBox: `0 0 ${e} ${a}`,
					role: "group",
					"aria-label": "Topic map",
					children: i.map(({ topic: e, place: t }) => /* @__PURE__ */ $(Ua, {
						topic: e,
						cx: o(t[0] ?? 0),
						cy: s(t[1] ?? 0),
						r: c(e.share),
						isChosen: r === e.topic
					}, e.topic))
				});
			}
		})
	});
}
function Ua({ topic: e, cx: t, cy: n, r, isChosen: i }) {
	let a = () => K({
		topic: i ? null : e.topic,
		word: null,
		document: null
	});
	return /* @__PURE__ */ $("g", {
		class: `circle${i ? " chosen" : ""}`,
		style: { transform: `translate(${t}px, ${n}px)` },
		role: "button",
		tabindex: 0,
		"aria-pressed": i,
		"aria-label": `Topic ${e.topic}: ${G(e.topic)}, ${V(e.share)}`,
		onClick: a,
		onKeyDown: (e) => {
			(e.key === "Enter" || e.key === " ") && (e.preventDefault(), a());
		},
		children: [
			/* @__PURE__ */ $("title", { children: `${e.topic}: ${G(e.topic, 6)}` }),
			/* @__PURE__ */ $("circle", { r: Math.max(r, 5) }),
			/* @__PURE__ */ $("text", {
				"text-anchor": "middle",
				"dominant-baseline": "central",
				children: e.topic
			})
		]
	});
}
function Wa(e, t, n) {
	let [r = 0, i = 1] = Zt(e, (e) => e[0]), [a = 0, o = 1] = Zt(e, (e) => e[1]), s = Math.max((i - r) / (t - 80), (o - a) / (n - 80), 1e-6), c = (r + i) / 2, l = (a + o) / 2;
	return [Oi([c, c + s], [t / 2, t / 2 + 1]), Oi([l, l + s], [n / 2, n / 2 + 1])];
}
// src/views/one_topic.tsx
function Ga() {
	let e = U.value;
	if (!e) return "";
	let t = e.phase === "training" || e.phase === "preview" ? Math.floor(e.progress.training?.seconds ?? 0) : e.phase;
	return `${e.run} ${t} ${e.n_indexed === e.n_documents}`;
}
function Ka({ topic: e }) {
	let [t, n] = P(!1), { answer: r, error: i } = za("topic", {
		topic: e,
		lambda: W.value.lambda,
		words: 24,
		uncertain: t
	}, Ga()), a = zt.value[e];
	if (i) return /* @__PURE__ */ $("p", {
		class: "error",
		children: i
	});
	if (!r || !a) return /* @__PURE__ */ $("p", {
		class: "empty",
		children: [
			"Loading topic ",
			e,
			"…"
		]
	});
	let o = {
		head: [
			"word",
			"share of the topic",
			"tokens in the topic",
			"tokens in all topics"
		],
		rows: r.words.map((e) => [
			z(e.word),
			V(e.share, 2),
			H(e.count),
			H(e.total)
		])
	};
	return /* @__PURE__ */ $("article", {
		class: "one",
		"aria-label": `Topic ${e}`,
		children: [
			/* @__PURE__ */ $("header", {
				class: "one-head",
				children: [/* @__PURE__ */ $("h2", { children: [
					/* @__PURE__ */ $("span", {
						class: "number",
						children: e
					}),
					" ",
					G(e)
				] }), /* @__PURE__ */ $("button", {
					type: "button",
					class: "close",
					onClick: () => K({ topic: null }),
					children: "Close"
				})]
			}),
			/* @__PURE__ */ $("p", {
				class: "facts",
				children: [
					V(r.share),
					" of all tokens",
					a.coherence !== null && /* @__PURE__ */ $(x, { children: [" · coherence ", a.coherence.toFixed(2)] }),
					a.stability !== null && /* @__PURE__ */ $(x, { children: [" · stability ", V(a.stability, 0)] })
				]
			}),
			/* @__PURE__ */ $("div", {
				class: "columns",
				children: [/* @__PURE__ */ $("div", { children: [
					/* @__PURE__ */ $(La, {
						title: "Words",
						table: o,
						note: "Strong: tokens of this topic. Faint: tokens of all topics. Select a word to read where it occurs.",
						children: /* @__PURE__ */ $(Aa, {
							name: `Words of topic ${e}`,
							bars: r.words.map((e) => ({
								label: B(e.word).slice(0, 20),
								value: e.count,
								ground: e.total,
								note: V(e.share)
							})),
							onSelect: (e) => K({ word: r.words[e]?.word ?? null })
						})
					}),
					/* @__PURE__ */ $(qa, { topic: e }),
					/* @__PURE__ */ $(Ha, {})
				] }), /* @__PURE__ */ $("div", { children: [/* @__PURE__ */ $("section", {
					class: "figure",
					"aria-label": "Documents",
					children: [/* @__PURE__ */ $("header", { children: [/* @__PURE__ */ $("h3", { children: "Documents" }), /* @__PURE__ */ $("span", {
						class: "tools",
						children: [/* @__PURE__ */ $("button", {
							type: "button",
							"aria-pressed": !t,
							onClick: () => n(!1),
							children: "Most typical"
						}), /* @__PURE__ */ $("button", {
							type: "button",
							"aria-pressed": t,
							onClick: () => n(!0),
							children: "Most uncertain"
						})]
					})] }), /* @__PURE__ */ $(Ba, {
						documents: r.documents,
						empty: U.value?.is_preview ? "Documents appear when all of them have been read." : "None found yet."
					})]
				}), /* @__PURE__ */ $("section", {
					class: "figure",
					"aria-label": "Related topics",
					children: [/* @__PURE__ */ $("header", { children: /* @__PURE__ */ $("h3", { children: "Related topics" }) }), /* @__PURE__ */ $("ul", {
						class: "related",
						children: r.related.slice(0, 5).map((e) => /* @__PURE__ */ $("li", { children: /* @__PURE__ */ $("button", {
							type: "button",
							onClick: () => K({ topic: e.topic }),
							children: [
								/* @__PURE__ */ $("span", {
									class: "number",
									children: e.topic
								}),
								" ",
								G(e.topic, 4),
								/* @__PURE__ */ $("span", {
									class: "end",
									children: [V(e.similarity, 0), " alike"]
								})
							]
						}) }, e.topic))
					})]
				})] })]
			})
		]
	});
}
function qa({ topic: e }) {
	let t = (U.value?.columns?.dates.length ?? 0) > 0, { answer: n } = za("time", t ? {} : null, Ga());
	if (!t || !n) return null;
	let r = n.periods.map((t) => {
		let r = t.topics.find(([t]) => t === e);
		return r ? {
			label: Ja(t.start, n.every),
			value: r[1],
			low: r[2],
			high: r[3]
		} : {
			label: Ja(t.start, n.every),
			value: null
		};
	});
	return /* @__PURE__ */ $(La, {
		title: "Over time",
		note: `Mean share per ${n.every}, with its 95% interval.`,
		table: {
			head: [
				n.every,
				"documents",
				"share",
				"low",
				"high"
			],
			rows: n.periods.map((e, t) => [
				e.start,
				e.n_documents,
				...[
					r[t]?.value,
					r[t]?.low,
					r[t]?.high
				].map((e) => e == null ? "" : V(e))
			])
		},
		children: /* @__PURE__ */ $(Oa, {
			name: `Topic ${e} over time`,
			points: r,
			format: (e) => V(e, 0)
		})
	});
}
function Ja(e, t) {
	return t.endsWith("year") || t.endsWith("y") ? e.slice(0, 4) : t === "day" || t === "week" || t.endsWith("d") || t.endsWith("w") ? e : e.slice(0, 7);
}
// src/views/groups.tsx
function Ya() {
	let e = U.value?.columns, t = [...e?.dates ?? [], ...e?.groups ?? []], n = W.value.column && t.includes(W.value.column) ? W.value.column : t[0], [r, i] = P(!1), a = n !== void 0 && (e?.dates.includes(n) ?? !1), o = n === void 0 ? null : {
		column: n,
		exact: r
	}, s = za("time", a ? o : null, Ga()), c = za("groups", a ? null : o, Ga()), l = a ? s : c;
	return n === void 0 ? /* @__PURE__ */ $("article", {
		class: "groups",
		children: /* @__PURE__ */ $("p", {
			class: "empty",
			children: "The documents have no dates and no columns with groups. Files with further columns, such as a date, show topics by them here."
		})
	}) : /* @__PURE__ */ $("article", {
		class: "groups",
		"aria-label": "Groups and time",
		children: [
			/* @__PURE__ */ $("div", {
				class: "filters",
				children: [
					/* @__PURE__ */ $("label", { children: ["Column", /* @__PURE__ */ $("select", {
						value: n,
						onChange: (e) => {
							i(!1), K({ column: e.currentTarget.value });
						},
						children: t.map((t) => /* @__PURE__ */ $("option", {
							value: t,
							children: [B(t), e?.dates.includes(t) ? " (over time)" : ""]
						}, t))
					})] }),
					/* @__PURE__ */ $("label", { children: ["Topic", /* @__PURE__ */ $("select", {
						value: W.value.topic ?? "",
						onChange: (e) => K({ topic: e.currentTarget.value === "" ? null : Number(e.currentTarget.value) }),
						children: [/* @__PURE__ */ $("option", {
							value: "",
							children: "all, small"
						}), zt.value.map((e) => /* @__PURE__ */ $("option", {
							value: e.topic,
							children: [
								e.topic,
								" ",
								G(e.topic, 2)
							]
						}, e.topic))]
					})] }),
					l.answer && l.answer.n_used < l.answer.n_documents && /* @__PURE__ */ $("span", {
						class: "note",
						children: [
							"From ",
							H(l.answer.n_used),
							" of ",
							H(l.answer.n_documents),
							" documents.",
							" ",
							/* @__PURE__ */ $("button", {
								type: "button",
								onClick: () => i(!0),
								children: "Use all"
							})
						]
					})
				]
			}),
			l.error && /* @__PURE__ */ $("p", {
				class: "error",
				children: l.error
			}),
			!l.answer && !l.error && /* @__PURE__ */ $("p", {
				class: "empty",
				children: "Loading…"
			}),
			a && s.answer && /* @__PURE__ */ $(Qa, { answer: s.answer }),
			!a && c.answer && /* @__PURE__ */ $($a, { answer: c.answer })
		]
	});
}
function Xa() {
	let e = W.value.topic;
	return e === null ? zt.value.map((e) => e.topic) : [e];
}
var Za = (e, t) => e.find(([e]) => e === t);
function Qa({ answer: e }) {
	let t = Xa(), n = t.length === 1;
	return /* @__PURE__ */ $("div", {
		class: n ? "" : "multiples",
		children: t.map((t) => {
			let r = e.periods.map((n) => {
				let r = Za(n.topics, t), i = Ja(n.start, e.every);
				return r ? {
					label: i,
					value: r[1],
					low: r[2],
					high: r[3]
				} : {
					label: i,
					value: null
				};
			});
			return /* @__PURE__ */ $(La, {
				title: `${t} ${G(t, n ? 5 : 2)}`,
				table: {
					head: [
						e.every,
						"documents",
						"share",
						"low",
						"high"
					],
					rows: e.periods.map((e) => {
						let n = Za(e.topics, t);
						return [
							e.start,
							e.n_documents,
							...n ? [
								V(n[1]),
								V(n[2]),
								V(n[3])
							] : [
								"",
								"",
								""
							]
						];
					})
				},
				children: /* @__PURE__ */ $(Oa, {
					name: `Topic ${t} per ${e.every}`,
					points: r,
					format: (e) => V(e, 0),
					height: n ? 280 : 130
				})
			}, t);
		})
	});
}
function $a({ answer: e }) {
	let t = Xa(), n = t.length === 1;
	return /* @__PURE__ */ $("div", {
		class: n ? "" : "multiples",
		children: t.map((t) => /* @__PURE__ */ $(La, {
			title: `${t} ${G(t, n ? 5 : 2)}`,
			table: {
				head: [
					e.column,
					"documents",
					"share",
					"low",
					"high"
				],
				rows: e.groups.map((e) => {
					let n = Za(e.topics, t);
					return [
						B(e.group),
						e.n_documents,
						...n ? [
							V(n[1]),
							V(n[2]),
							V(n[3])
						] : [
							"",
							"",
							""
						]
					];
				})
			},
			children: /* @__PURE__ */ $(Aa, {
				name: `Topic ${t} by ${e.column}`,
				labelWidth: n ? 160 : 80,
				bars: e.groups.map((e) => {
					let r = Za(e.topics, t);
					return {
						label: B(e.group).slice(0, n ? 24 : 12),
						value: r?.[1] ?? 0,
						low: r?.[2] ?? 0,
						high: r?.[3] ?? 0,
						note: r ? V(r[1]) : ""
					};
				})
			})
		}, t))
	});
}
// src/views/one_document.tsx
var eo = 7;
function to({ row: e }) {
	let { answer: t, error: n } = za("document", { row: e }, Ga()), [r, i] = P(null);
	if (n) return /* @__PURE__ */ $("p", {
		class: "error",
		children: n
	});
	if (!t) return /* @__PURE__ */ $("p", {
		class: "empty",
		children: "Loading document…"
	});
	let a = new Map(t.shares.slice(0, eo).map(([e], t) => [e, t])), o = (e) => `c${a.get(e) ?? "x"}`;
	return /* @__PURE__ */ $("article", {
		class: "one document",
		"aria-label": `Document ${t.id}`,
		children: [
			/* @__PURE__ */ $("header", {
				class: "one-head",
				children: [/* @__PURE__ */ $("h2", { children: B(String(t.id)) }), /* @__PURE__ */ $("button", {
					type: "button",
					class: "close",
					onClick: () => K({ document: null }),
					children: "Close"
				})]
			}),
			/* @__PURE__ */ $("p", {
				class: "facts",
				children: [
					H(t.n_tokens),
					" tokens",
					Object.entries(t.metadata).map(([e, t]) => /* @__PURE__ */ $("span", { children: [
						" · ",
						z(e),
						" ",
						z(t === null ? "–" : String(t)).slice(0, 200)
					] }, e))
				]
			}),
			/* @__PURE__ */ $("div", {
				class: "columns reading",
				children: [/* @__PURE__ */ $("div", { children: [
					/* @__PURE__ */ $(no, {
						answer: t,
						colour: o,
						marked: r,
						onMark: i
					}),
					t.parts.length > 0 ? /* @__PURE__ */ $(ro, {
						answer: t,
						colour: o,
						marked: r
					}) : /* @__PURE__ */ $(ao, { answer: t }),
					t.is_cut && /* @__PURE__ */ $("p", {
						class: "note",
						children: "The text is longer; its beginning is shown."
					})
				] }), /* @__PURE__ */ $("div", { children: [/* @__PURE__ */ $(La, {
					title: "Topics of this document",
					table: {
						head: [
							"topic",
							"name",
							"share"
						],
						rows: t.shares.map(([e, t]) => [
							e,
							G(e),
							V(t)
						])
					},
					children: /* @__PURE__ */ $(Aa, {
						name: "Topics of this document",
						labelWidth: 220,
						onSelect: (e) => K({
							topic: t.shares[e]?.[0] ?? null,
							document: null,
							view: "topics"
						}),
						bars: t.shares.slice(0, 8).map(([e, t]) => ({
							label: `${e}  ${G(e, 2)}`.slice(0, 34),
							value: t,
							note: V(t)
						}))
					})
				}), /* @__PURE__ */ $("section", {
					class: "figure",
					"aria-label": "Similar documents",
					children: [/* @__PURE__ */ $("header", { children: /* @__PURE__ */ $("h3", { children: "Similar documents" }) }), /* @__PURE__ */ $(Ba, {
						documents: t.similar,
						empty: "None found yet."
					})]
				})] })]
			})
		]
	});
}
function no({ answer: e, colour: t, marked: n, onMark: r }) {
	return /* @__PURE__ */ $("p", {
		class: "legend",
		"aria-label": "Show the words of one topic",
		children: e.shares.slice(0, eo).map(([e]) => /* @__PURE__ */ $("button", {
			type: "button",
			class: t(e),
			"aria-pressed": n === e,
			onClick: () => r(n === e ? null : e),
			children: [
				/* @__PURE__ */ $("b", { children: e }),
				" ",
				G(e, 2)
			]
		}, e))
	});
}
function ro({ answer: e, colour: t, marked: n }) {
	return /* @__PURE__ */ $("p", {
		class: "text",
		dir: "auto",
		tabIndex: 0,
		role: "group",
		"aria-label": "Text; arrow keys move between words, Enter opens one",
		onKeyDown: io,
		children: e.parts.map((e, r) => {
			if (e.length === 1) return z(e[0]);
			let [i, a, o, s] = e;
			return /* @__PURE__ */ $("span", {
				class: n === null || n === o ? t(o) : "",
				role: "button",
				tabIndex: -1,
				title: `${o} ${G(o, 2)}: ${V(s, 0)}`,
				onClick: () => K({ word: a }),
				children: z(i)
			}, r);
		})
	});
}
function io(e) {
	let t = [...e.currentTarget.querySelectorAll("span[role=button]")], n = t.indexOf(e.target), r = e.key === "ArrowRight" ? 1 : e.key === "ArrowLeft" ? -1 : 0;
	r ? (e.preventDefault(), t[Math.max(0, n + r)]?.focus()) : e.key === "Enter" && t[n]?.click();
}
function ao({ answer: e }) {
	return /* @__PURE__ */ $(x, { children: [/* @__PURE__ */ $("p", {
		class: "note",
		children: "The documents have no texts; these are their words."
	}), /* @__PURE__ */ $("ul", {
		class: "counted",
		children: e.words.slice(0, 200).map(([e, t, n]) => /* @__PURE__ */ $("li", { children: [
			/* @__PURE__ */ $("button", {
				type: "button",
				onClick: () => K({ word: e }),
				children: B(e)
			}),
			" ",
			H(t),
			" ",
			/* @__PURE__ */ $("span", {
				class: "muted",
				children: ["topic ", n]
			})
		] }, e))
	})] });
}
// src/views/one_word.tsx
function oo({ word: e }) {
	let { answer: t, error: n } = za("word", { word: e }, Ga()), r = /* @__PURE__ */ $("header", {
		class: "one-head",
		children: [/* @__PURE__ */ $("h2", { children: [
			"“",
			B(e),
			"”"
		] }), /* @__PURE__ */ $("button", {
			type: "button",
			class: "close",
			onClick: () => K({ word: null }),
			children: "Close"
		})]
	});
	if (n || !t) return /* @__PURE__ */ $("article", {
		class: "one",
		"aria-label": "Word",
		children: [r, /* @__PURE__ */ $("p", {
			class: n ? "error" : "empty",
			children: n || "Loading…"
		})]
	});
	let i = t.topics.filter((e) => e.share >= .005).slice(0, 12), a = t.trend;
	return /* @__PURE__ */ $("article", {
		class: "one",
		"aria-label": `Word ${B(e)}`,
		children: [
			r,
			/* @__PURE__ */ $("p", {
				class: "facts",
				children: [
					V(t.share, 3),
					" of all tokens",
					t.n_documents !== null && /* @__PURE__ */ $(x, { children: [
						" · in ",
						H(t.n_documents),
						" documents"
					] })
				]
			}),
			/* @__PURE__ */ $("div", {
				class: "columns",
				children: [/* @__PURE__ */ $("div", { children: [/* @__PURE__ */ $(La, {
					title: "Topics of the word",
					note: "How the tokens of the word are divided among topics.",
					table: {
						head: [
							"topic",
							"name",
							"share of the word",
							"probability in the topic",
							"rank"
						],
						rows: t.topics.map((e) => [
							e.topic,
							G(e.topic),
							V(e.share),
							V(e.probability, 3),
							e.rank
						])
					},
					children: /* @__PURE__ */ $(Aa, {
						name: `Topics of ${B(e)}`,
						labelWidth: 220,
						bars: i.map((e) => ({
							label: `${e.topic}  ${G(e.topic, 2)}`.slice(0, 34),
							value: e.share,
							note: V(e.share)
						})),
						onSelect: (e) => K({
							topic: i[e]?.topic ?? null,
							word: null,
							view: "topics"
						})
					})
				}), a && /* @__PURE__ */ $(La, {
					title: "Documents with the word",
					note: `Share of the documents per ${a.every}.`,
					table: {
						head: [
							a.every,
							"documents",
							"with the word"
						],
						rows: a.periods.map((e) => [
							e.start,
							e.n_documents,
							e.n_found
						])
					},
					children: /* @__PURE__ */ $(Oa, {
						name: `Documents with ${B(e)}`,
						format: (e) => V(e, +(e < .05)),
						points: a.periods.map((e) => ({
							label: Ja(e.start, a.every),
							value: e.n_documents ? e.n_found / e.n_documents : null
						}))
					})
				})] }), /* @__PURE__ */ $("section", {
					class: "figure",
					"aria-label": "In context",
					children: [
						/* @__PURE__ */ $("header", { children: /* @__PURE__ */ $("h3", { children: "In context" }) }),
						t.contexts.length === 0 && /* @__PURE__ */ $("p", {
							class: "empty",
							children: "No text contains it yet."
						}),
						/* @__PURE__ */ $("ul", {
							class: "contexts",
							children: t.contexts.map((e) => /* @__PURE__ */ $("li", { children: /* @__PURE__ */ $("button", {
								type: "button",
								onClick: () => K({
									document: e.row,
									word: null
								}),
								children: [
									/* @__PURE__ */ $("span", {
										class: "before",
										children: /* @__PURE__ */ $("bdi", { children: z(e.before) })
									}),
									/* @__PURE__ */ $("mark", { children: z(e.word) }),
									/* @__PURE__ */ $("span", {
										class: "after",
										children: z(e.after)
									})
								]
							}) }, e.row))
						})
					]
				})]
			})
		]
	});
}
// src/views/search.tsx
function so() {
	let [e, t] = P(W.value.query), [n, r] = P({}), [i, a] = P({
		from: "",
		to: ""
	}), [o, s] = P(20), c = U.value?.columns;
	Pe(() => {
		let t = setTimeout(() => {
			e !== W.value.query && K({ query: e });
		}, 120);
		return () => clearTimeout(t);
	}, [e]), Pe(() => t(W.value.query), [W.value.query]);
	let { query: l, topic: u } = W.value, d = Object.fromEntries(Object.entries(n).filter(([, e]) => e !== "")), f = !l.trim() && u === null && !Object.keys(d).length && !i.from && !i.to, p = {
		query: l,
		limit: o,
		groups: d,
		topic: u,
		from: i.from || null,
		to: i.to || null
	}, { answer: m, error: h } = za("search", f ? null : p, Ga()), g = U.value;
	return /* @__PURE__ */ $("article", {
		class: "search",
		"aria-label": "Search",
		children: [
			/* @__PURE__ */ $("form", {
				onSubmit: (e) => e.preventDefault(),
				role: "search",
				children: [/* @__PURE__ */ $("label", {
					class: "query",
					children: [/* @__PURE__ */ $("span", {
						class: "hidden",
						children: "Search in documents"
					}), /* @__PURE__ */ $("input", {
						id: "query",
						type: "search",
						value: e,
						placeholder: "Words, or \"words in this order\"",
						maxLength: 500,
						onInput: (e) => t(e.currentTarget.value)
					})]
				}), /* @__PURE__ */ $("div", {
					class: "filters",
					children: [
						/* @__PURE__ */ $("label", { children: ["Topic", /* @__PURE__ */ $("select", {
							value: u === null ? "" : String(u),
							onChange: (e) => K({ topic: e.currentTarget.value === "" ? null : Number(e.currentTarget.value) }),
							children: [/* @__PURE__ */ $("option", {
								value: "",
								children: "any"
							}), zt.value.map((e) => /* @__PURE__ */ $("option", {
								value: e.topic,
								children: [
									e.topic,
									" ",
									G(e.topic, 2)
								]
							}, e.topic))]
						})] }),
						c?.groups.map((e) => /* @__PURE__ */ $("label", { children: [e, /* @__PURE__ */ $("input", {
							type: "text",
							value: n[e] ?? "",
							placeholder: "any",
							onChange: (t) => r({
								...n,
								[e]: t.currentTarget.value.trim()
							})
						})] }, e)),
						(c?.dates.length ?? 0) > 0 && /* @__PURE__ */ $(x, { children: [/* @__PURE__ */ $("label", { children: ["From ", /* @__PURE__ */ $("input", {
							type: "date",
							value: i.from,
							onChange: (e) => a({
								...i,
								from: e.currentTarget.value
							})
						})] }), /* @__PURE__ */ $("label", { children: ["To ", /* @__PURE__ */ $("input", {
							type: "date",
							value: i.to,
							onChange: (e) => a({
								...i,
								to: e.currentTarget.value
							})
						})] })] })
					]
				})]
			}),
			g && g.n_documents !== null && g.n_indexed < g.n_documents && !g.is_preview && /* @__PURE__ */ $("p", {
				class: "note",
				children: [V(g.n_indexed / g.n_documents, 0), " of the documents can be searched so far."]
			}),
			h && /* @__PURE__ */ $("p", {
				class: "error",
				children: h
			}),
			f && /* @__PURE__ */ $("p", {
				class: "empty",
				children: "Type words, or choose a topic, to find documents."
			}),
			!f && m && /* @__PURE__ */ $(x, { children: [
				/* @__PURE__ */ $("p", {
					class: "note",
					role: "status",
					children: [m.hits.length ? `${m.more ? "The first " : ""}${H(m.hits.length)} documents` : "No document matches.", m.is_ranked === !1 && m.hits.length ? ", in the order of the files" : ""]
				}),
				/* @__PURE__ */ $(Ba, {
					documents: m.hits,
					empty: ""
				}),
				m.more && o < 200 && /* @__PURE__ */ $("button", {
					type: "button",
					onClick: () => s(Math.min(200, o * 2)),
					children: "More"
				})
			] })
		]
	});
}
// src/views/topic_list.tsx
function co() {
	let e = Bt.value, t = W.value.lambda;
	return /* @__PURE__ */ $("aside", {
		class: "topics",
		"aria-label": "Topics",
		children: [
			/* @__PURE__ */ $("div", {
				class: "list-head",
				children: [
					/* @__PURE__ */ $("h2", { children: e.length ? `${e.length} topics` : "Topics" }),
					/* @__PURE__ */ $("label", {
						class: "order",
						children: [/* @__PURE__ */ $("span", { children: "Order" }), /* @__PURE__ */ $("select", {
							value: Nt.value,
							onChange: (e) => {
								Nt.value = e.currentTarget.value;
							},
							children: [
								/* @__PURE__ */ $("option", {
									value: "number",
									children: "by number"
								}),
								/* @__PURE__ */ $("option", {
									value: "share",
									children: "by share"
								}),
								/* @__PURE__ */ $("option", {
									value: "coherence",
									children: "by coherence"
								})
							]
						})]
					}),
					/* @__PURE__ */ $("label", {
						class: "relevance",
						children: [
							/* @__PURE__ */ $("span", {
								title: "Frequent words of the topic, or words that only this topic has",
								children: "Words"
							}),
							/* @__PURE__ */ $("span", {
								class: "end",
								children: "specific"
							}),
							/* @__PURE__ */ $("input", {
								type: "range",
								min: "0",
								max: "1",
								step: "0.05",
								value: t,
								"aria-label": "Relevance: specific to frequent words",
								"aria-valuetext": `lambda ${t}`,
								onInput: (e) => K({ lambda: Number(e.currentTarget.value) })
							}),
							/* @__PURE__ */ $("span", {
								class: "end",
								children: "frequent"
							})
						]
					}),
					/* @__PURE__ */ $("p", {
						class: "key",
						"aria-hidden": "true",
						children: "share, its history · coherence, stability"
					})
				]
			}),
			!e.length && /* @__PURE__ */ $("p", {
				class: "empty",
				children: U.value?.phase === "failed" ? "" : "The first topics appear here in a moment."
			}),
			/* @__PURE__ */ $("ol", {
				onKeyDown: (e) => {
					let t = e.key === "ArrowDown" ? 1 : e.key === "ArrowUp" ? -1 : 0;
					if (!t || !(e.target instanceof HTMLElement) || !e.target.matches(".topic-choice")) return;
					e.preventDefault();
					let n = [...e.currentTarget.querySelectorAll(".topic-choice")];
					n[n.indexOf(e.target) + t]?.focus();
				},
				children: e.map((e) => /* @__PURE__ */ $(lo, { topic: e }, e.topic))
			})
		]
	});
}
function lo({ topic: e }) {
	let [t, n] = P(!1), r = W.value.topic === e.topic, i = U.value?.is_preview ?? !1;
	return /* @__PURE__ */ $("li", {
		class: r ? "selected" : "",
		children: [t ? /* @__PURE__ */ $(uo, {
			topic: e,
			onEnd: () => n(!1)
		}) : /* @__PURE__ */ $("button", {
			type: "button",
			class: "topic-choice",
			"aria-pressed": r,
			onClick: () => K({
				view: "topics",
				topic: r ? null : e.topic,
				word: null,
				document: null
			}),
			children: [
				/* @__PURE__ */ $("span", {
					class: "number",
					children: e.topic
				}),
				/* @__PURE__ */ $("span", {
					class: "what",
					children: [e.name && /* @__PURE__ */ $("strong", { children: z(e.name) }), /* @__PURE__ */ $("span", {
						class: "words",
						children: e.words.map(B).join(" ")
					})]
				}),
				/* @__PURE__ */ $("span", {
					class: "figures",
					children: [
						/* @__PURE__ */ $("span", {
							class: "share",
							children: V(e.share)
						}),
						/* @__PURE__ */ $(Da, { values: It.value[e.topic] ?? [e.share] }),
						/* @__PURE__ */ $("span", {
							class: "quality",
							children: [/* @__PURE__ */ $("span", {
								title: "Coherence: NPMI of the ten most probable words",
								children: e.coherence === null ? "" : e.coherence.toFixed(2)
							}), /* @__PURE__ */ $("span", {
								title: "Stability: top words that were there at the last measurement",
								children: e.stability === null ? "" : V(e.stability, 0)
							})]
						})
					]
				})
			]
		}), r && !t && !i && /* @__PURE__ */ $("button", {
			type: "button",
			class: "rename",
			onClick: () => n(!0),
			children: "Rename"
		})]
	});
}
function uo({ topic: e, onEnd: t }) {
	let n = (n) => {
		n !== (e.name ?? "") && At.value?.request("rename", {
			topic: e.topic,
			name: n
		}).catch((e) => {
			Ft.value = e.message;
		}), t();
	};
	return /* @__PURE__ */ $("form", {
		class: "name",
		onSubmit: (e) => {
			e.preventDefault(), n(String(new FormData(e.currentTarget).get("name") ?? "").trim());
		},
		children: [
			/* @__PURE__ */ $("label", { children: [/* @__PURE__ */ $("span", {
				class: "hidden",
				children: ["Name of topic ", e.topic]
			}), /* @__PURE__ */ $("input", {
				name: "name",
				maxLength: 100,
				defaultValue: e.name ?? "",
				placeholder: e.words.slice(0, 3).join(" "),
				ref: (e) => e?.focus(),
				onKeyDown: (e) => {
					e.key === "Escape" && (e.stopPropagation(), t());
				}
			})] }),
			/* @__PURE__ */ $("button", {
				type: "submit",
				children: "Save"
			}),
			/* @__PURE__ */ $("button", {
				type: "button",
				onClick: t,
				children: "Cancel"
			})
		]
	});
}
// src/views/training.tsx
var fo = [
	["topics.csv", "Topics, CSV"],
	["topics.json", "Topics, JSON"],
	["documents.csv", "Topics of the documents, CSV"],
	["documents.parquet", "Topics of the documents, Parquet"],
	["model.safetensors", "Model"]
];
function po() {
	let e = U.value, { answer: t } = za("training", {}, Ga()), n = e?.progress.training, r = (t?.history ?? []).filter((e) => e.score !== null);
	return /* @__PURE__ */ $("article", {
		class: "training",
		"aria-label": "Training",
		children: [
			/* @__PURE__ */ $("section", {
				class: "figure",
				children: [/* @__PURE__ */ $("header", { children: /* @__PURE__ */ $("h3", { children: "Training" }) }), n ? /* @__PURE__ */ $("dl", {
					class: "numbers",
					children: [
						/* @__PURE__ */ $("div", { children: [/* @__PURE__ */ $("dt", { children: "passes" }), /* @__PURE__ */ $("dd", { children: [n.passes, n.of_passes !== null && ` of ${n.of_passes}`] })] }),
						/* @__PURE__ */ $("div", { children: [/* @__PURE__ */ $("dt", { children: "documents visited" }), /* @__PURE__ */ $("dd", { children: H(n.documents) })] }),
						/* @__PURE__ */ $("div", { children: [/* @__PURE__ */ $("dt", { children: "documents per second" }), /* @__PURE__ */ $("dd", { children: H(n.documents_per_second) })] }),
						/* @__PURE__ */ $("div", { children: [/* @__PURE__ */ $("dt", { children: "tokens per second" }), /* @__PURE__ */ $("dd", { children: H(n.tokens_per_second) })] }),
						/* @__PURE__ */ $("div", { children: [/* @__PURE__ */ $("dt", { children: "time" }), /* @__PURE__ */ $("dd", { children: Ot(n.seconds) })] }),
						/* @__PURE__ */ $("div", { children: [/* @__PURE__ */ $("dt", { children: "held-out score per token" }), /* @__PURE__ */ $("dd", { children: n.score === null ? "–" : n.score.toFixed(4) })] })
					]
				}) : /* @__PURE__ */ $("p", {
					class: "empty",
					children: e?.phase === "done" ? "This model was trained before." : "Training has not begun."
				})]
			}),
			r.length > 1 && /* @__PURE__ */ $(La, {
				title: "Held-out score",
				note: "Log-likelihood per token of documents that the model does not learn from. Higher is better.",
				table: {
					head: [
						"passes",
						"documents",
						"seconds",
						"score"
					],
					rows: r.map((e) => [
						e.passes,
						e.documents,
						e.seconds.toFixed(2),
						(e.score ?? 0).toFixed(4)
					])
				},
				children: /* @__PURE__ */ $(Oa, {
					name: "Held-out score",
					height: 260,
					fromZero: !1,
					format: (e) => e.toFixed(2),
					points: r.map((e) => ({
						label: `${e.passes}`,
						value: e.score
					}))
				})
			}),
			/* @__PURE__ */ $(mo, {})
		]
	});
}
function mo() {
	let [e, t] = P(""), n = U.value !== null && U.value.topics.length > 0 && !U.value.is_preview, r = (e) => {
		t(e), At.value?.download(e).catch((e) => {
			Ft.value = e.message;
		}).finally(() => t(""));
	};
	return /* @__PURE__ */ $("section", {
		class: "figure",
		"aria-label": "Save",
		children: [/* @__PURE__ */ $("header", { children: /* @__PURE__ */ $("h3", { children: "Save" }) }), /* @__PURE__ */ $("p", {
			class: "downloads",
			children: fo.map(([t, i]) => /* @__PURE__ */ $("button", {
				type: "button",
				disabled: !n || e !== "",
				onClick: () => r(t),
				children: e === t ? "Writing…" : i
			}, t))
		})]
	});
}
function ho() {
	let e = U.value;
	if (!e) return null;
	let t = e.progress.training, n = e.progress.reading, r = "", i = null;
	return e.phase === "reading" || e.phase === "preview" ? (r = n ? `Reading: ${H(n.documents)} documents` : "Reading", n?.of_bytes && (i = n.bytes / n.of_bytes), e.is_preview && (r += ` · preview of the first ${H(e.n_documents ?? 0)}`)) : t && e.phase !== "done" ? (i = t.share, r = e.phase === "paused" ? "Paused" : "Training", r += ` · pass ${Math.min(t.passes + 1, t.of_passes ?? Infinity)}`, t.of_passes && (r += ` of ${t.of_passes}`), t.remaining !== null && e.phase === "training" && (r += ` · ${Ot(t.remaining)} left`)) : e.phase === "done" ? (r = t ? `Trained in ${Ot(t.seconds)}` : "Trained", t?.score && (r += ` · score ${t.score.toFixed(3)}`)) : r = e.phase === "failed" ? "Failed" : "Training begins", /* @__PURE__ */ $("div", {
		class: "status",
		children: [
			/* @__PURE__ */ $("span", {
				role: "status",
				children: r
			}),
			i !== null && /* @__PURE__ */ $("progress", {
				max: 1,
				value: Math.min(1, i),
				"aria-label": `${r}, ${V(i, 0)}`
			}),
			(e.phase === "training" || e.phase === "paused") && /* @__PURE__ */ $("button", {
				type: "button",
				onClick: () => void At.value?.request(e.phase === "paused" ? "resume" : "pause", {}),
				children: e.phase === "paused" ? "Resume" : "Pause"
			})
		]
	});
}
// src/views/app.tsx
var go = [
	["topics", "Topics"],
	["documents", "Documents"],
	["groups", "Groups and time"],
	["training", "Training"]
];
function _o() {
	Pe(() => (window.addEventListener("keydown", yo), () => window.removeEventListener("keydown", yo)), []);
	let e = U.value;
	return /* @__PURE__ */ $(x, { children: [
		/* @__PURE__ */ $("header", {
			class: "top",
			children: [
				/* @__PURE__ */ $("h1", { children: B(jt.value) || "thalweg" }),
				e?.n_documents != null && /* @__PURE__ */ $("span", {
					class: "size",
					children: [
						H(e.n_documents),
						" documents · ",
						H(e.n_words ?? 0),
						" words"
					]
				}),
				/* @__PURE__ */ $("nav", {
					"aria-label": "Views",
					children: go.map(([e, t]) => /* @__PURE__ */ $("button", {
						type: "button",
						"aria-current": W.value.view === e ? "page" : void 0,
						onClick: () => K({
							view: e,
							document: null,
							word: null
						}),
						children: t
					}, e))
				}),
				/* @__PURE__ */ $(ho, {})
			]
		}),
		!Mt.value.isConnected && Mt.value.why && /* @__PURE__ */ $("p", {
			class: "banner",
			role: "alert",
			children: Mt.value.why
		}),
		e?.phase === "failed" && /* @__PURE__ */ $("p", {
			class: "banner",
			role: "alert",
			children: e.message
		}),
		Ft.value && /* @__PURE__ */ $("p", {
			class: "banner calm",
			role: "status",
			children: [
				Ft.value,
				" ",
				/* @__PURE__ */ $("button", {
					type: "button",
					onClick: () => {
						Ft.value = "";
					},
					children: "Dismiss"
				})
			]
		}),
		/* @__PURE__ */ $("div", {
			class: "page",
			children: [/* @__PURE__ */ $(co, {}), /* @__PURE__ */ $("main", { children: /* @__PURE__ */ $(vo, {}) })]
		})
	] });
}
function vo() {
	let { view: e, topic: t, document: n, word: r } = W.value;
	return r === null ? n === null ? e === "documents" ? /* @__PURE__ */ $(so, {}) : e === "groups" ? /* @__PURE__ */ $(Ya, {}) : e === "training" ? /* @__PURE__ */ $(po, {}) : t === null ? /* @__PURE__ */ $(Ha, {}) : /* @__PURE__ */ $(Ka, { topic: t }) : /* @__PURE__ */ $(to, { row: n }) : /* @__PURE__ */ $(oo, { word: r });
}
function yo(e) {
	let t = e.target, n = t instanceof HTMLElement && t.matches("input, select, textarea");
	if (e.key === "Escape") n ? t.blur() : W.value.word === null ? W.value.document === null ? W.value.topic !== null && K({ topic: null }) : K({ document: null }) : K({ word: null });
	else if (!n && !e.ctrlKey && !e.metaKey && !e.altKey) {
		e.key === "/" && (e.preventDefault(), K({
			view: "documents",
			document: null,
			word: null
		}), requestAnimationFrame(() => document.getElementById("query")?.focus()));
		let t = go[Number(e.key) - 1];
		t && K({
			view: t[0],
			document: null,
			word: null
		});
	}
}
// src/main.tsx
function bo(e, t) {
	return At.value = t, j(/* @__PURE__ */ $(_o, {}), e), () => j(null, e);
}
var xo = "thalweg-token", So = document.getElementById("explorer");
if (So) {
	let e = ge(location.hash);
	if (e) {
		sessionStorage.setItem(xo, e);
		let t = new URLSearchParams(location.hash.replace(/^#/, ""));
		t.delete("token"), window.history.replaceState(null, "", t.size ? `#${t.toString()}` : location.pathname);
	}
	let t = sessionStorage.getItem(xo);
	Ut();
	let n = new _e(t ?? "", Vt());
	bo(So, n), t ? n.connect() : Mt.value = {
		isConnected: !1,
		why: "The address has no token. Use the address that thalweg explore printed."
	};
}
export { Vt as listener, bo as mount };
